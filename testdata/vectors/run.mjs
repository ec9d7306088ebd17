// Runs the conformance vectors of this directory against silpc, as an example
// for ports: replace ask() by calls of your own library.
//
//   node testdata/vectors/run.mjs [path to silpc]
//
// Needs Node 20 and nothing else. Every command line of silpc runs once, in
// line-by-line mode, with all inputs that need it.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseJSON, print, plain, equal, calls, withoutHeader } from './ir.mjs'

const dir = dirname(fileURLToPath(import.meta.url))
const silpc = process.argv[2] ?? 'silpc'

// ---- the vectors

const known = ['compile', 'decode', 'error', 'roundtrip', 'calls']

function load() {
  const list = []
  for (const file of readdirSync(dir).sort()) {
    if (!file.endsWith('.json') || file === 'schema.json') continue
    const { group, vectors } = plain(parseJSON(readFileSync(join(dir, file), 'utf8')))
    if (!known.includes(group) || !vectors.length) throw new Error(`${file}: no vectors of a known group`)
    for (const v of vectors) {
      const bytes = v.text_base64 === undefined ? undefined : Buffer.from(v.text_base64, 'base64')
      // inputs stay texts, so that no number loses a digit
      list.push({ ...v, group, file, bytes, irText: v.ir ? print(v.ir) : v.ir_text })
    }
  }
  return list
}

// ---- silpc

function spawn(args, input) {
  const p = spawnSync(silpc, args, { input, maxBuffer: 1 << 28 })
  if (p.error) throw p.error
  return { status: p.status, out: p.stdout.toString('utf8') }
}

const queue = new Map() // arguments, and the inputs that wait for them

// ask runs a command on an input and resolves to its parsed answer. Inputs that
// do not fit on a line of JSON run alone.
function ask(args, input) {
  if (input instanceof Uint8Array || /[\r\n]/.test(input)) {
    const p = spawn([...args, '--json'], input)
    return Promise.resolve(p.status === 2 ? undefined : parseJSON(p.out))
  }
  const key = [...args, '--jsonl'].join('\0')
  if (!queue.has(key)) queue.set(key, [])
  return new Promise((answer) => queue.get(key).push({ input, answer }))
}

async function drain() {
  for (let done = false; !done; ) {
    // let everything that has its answer ask its next question
    await new Promise((next) => setImmediate(next))
    const batches = [...queue]
    queue.clear()
    done = batches.length === 0
    for (const [key, items] of batches) {
      const p = spawn(key.split('\0'), items.map((i) => i.input + '\n').join(''))
      const lines = p.out.split('\n')
      items.forEach((i, n) => i.answer(p.status === 2 ? undefined : parseJSON(lines[n])))
    }
  }
}

const open = ['--verbs', 'any']
// Vectors hold hidden characters on purpose.
const inspect = ['--policy', 'inspect']
const flags = (v) => (v.null_as_absent ? ['--null-as-absent'] : [])
const decode = (surface, text) =>
  ask(['decode', '-f', surface, ...open, ...inspect], text instanceof Uint8Array ? text : JSON.stringify(text))

// compile and decode of silpc take silp v1 only; roundtrip takes every version.
const later = (irText) => ![undefined, null, 'v1'].includes(plain(parseJSON(irText)).silp)
const compile = (surface, v, meta) =>
  ask([...(later(v.irText) ? ['roundtrip'] : ['compile', ...inspect]), '-f', surface, ...open, ...flags(v), ...(meta ? ['--meta'] : [])], v.irText)

// ---- the groups: each returns what is wrong, or nothing

const get = (answer, name) => answer?.get(name)
const show = (answer) => (answer === undefined ? 'a usage error' : print(answer))

async function runCompile(v) {
  const text = get(await compile(v.surface, v, v.meta), 'text')
  if (text !== v.text) return `got  ${text}\nwant ${v.text}`
  if (v.surface === 'code' || v.surface === 'json') return comesBack(v, v.surface, v.text, v.meta)
}

// comesBack decodes a text and compares with the IR that it was made of.
async function comesBack(v, surface, text, meta) {
  const want = parseJSON(v.irText)
  const answer = await decode(surface, text)
  if (meta && later(v.irText)) return refusesVersion(answer)
  const got = get(answer, 'ir')
  if (!got) return `${text}\ngives ${show(answer)}`
  const same = meta ? equal(want, got, v.null_as_absent) : equal(withoutHeader(want), withoutHeader(got), v.null_as_absent)
  if (!same) return `${text}\ngives ${print(got)}`
}

function refusesVersion(answer) {
  const e = get(answer, 'error')
  if (get(e, 'code') !== 'unsupported_version' || get(e, 'path') !== '/silp') return `got ${show(answer)}, want unsupported_version`
}

async function runDecode(v) {
  const answer = await decode(v.surface, v.text)
  if (later(v.irText)) return refusesVersion(answer)
  const want = parseJSON(v.irText), got = get(answer, 'ir')
  if (!got || !equal(want, got)) return `got  ${show(answer)}\nwant ${v.irText}`
  if (get(get(got, 'meta'), 'req_id') !== get(get(want, 'meta'), 'req_id')) return `got req_id ${show(get(got, 'meta'))}`
}

async function runError(v) {
  const input = v.bytes ?? v.text
  let answer
  if (v.op === 'parse') {
    answer = await ask(['fmt', ...flags(v)], input)
    const verdict = await ask(['validate', ...flags(v)], input)
    if (get(verdict, 'valid') !== false) return `validate says ${show(verdict)}`
  } else if (v.op === 'compile') {
    answer = await ask(['compile', '-f', v.surface, ...(v.codec ? [] : open)], v.irText)
  } else {
    answer = await ask(['decode', '-f', v.surface, ...(v.codec ? [] : open)], v.bytes ?? JSON.stringify(v.text))
  }
  // silpc knows no such surface: a usage error
  if (answer === undefined && v.code === 'unsupported_frontend') return
  const e = get(answer, 'error')
  const offset = v.op === 'compile' ? v.offset : get(e, 'offset') // an IR in memory has no offset
  const got = [get(e, 'code'), offset === undefined ? '-' : String(plain(offset)), get(e, 'path') ?? '']
  const want = [v.code, v.offset === undefined ? '-' : String(v.offset), v.path ?? '']
  if (got.join('\n') !== want.join('\n')) return `got  ${got.join(' ')} (${show(answer)})\nwant ${want.join(' ')}`
}

async function runRoundtrip(v) {
  for (const surface of v.surfaces) {
    const beside = await ask(['roundtrip', '-f', surface, ...open, ...flags(v)], v.irText)
    if (get(beside, 'equal') !== true) return `${surface}: ${show(beside)}`
    const inText = await compile(surface, v, true)
    if (get(inText, 'equal') === false) return `${surface}, header in the text: ${show(inText)}`
    const wrong = await comesBack(v, surface, get(inText, 'text'), true)
    if (wrong) return wrong
  }
}

async function runCalls(v) {
  const texts = []
  if (v.text !== undefined) texts.push([v.surface, v.text])
  else if (!sameCalls(calls(parseJSON(v.irText)), v.calls)) return 'the IR means other calls'
  for (const surface of v.surfaces ?? []) texts.push([surface, get(await compile(surface, v, false), 'text')])
  for (const [surface, text] of texts) {
    const answer = await decode(surface, text)
    const got = get(answer, 'ir')
    if (!got || !sameCalls(calls(got), v.calls)) return `${text}\ngives ${show(answer)}`
  }
}

const sameCalls = (a, b) => JSON.stringify(a) === JSON.stringify(b.map((c) => ({ action: c.action, args: c.args })))

const groups = { compile: runCompile, decode: runDecode, error: runError, roundtrip: runRoundtrip, calls: runCalls }

// ---- all of them

const list = load()
const running = Promise.all(list.map((v) => groups[v.group](v)))
await drain()
const faults = await running
let failed = 0
faults.forEach((fault, i) => {
  if (!fault) return
  failed++
  console.log(`FAIL ${list[i].file}: ${list[i].name} (${list[i].ref})\n${fault}`)
})
console.log(`${list.length - failed} passed, ${failed} failed`)
process.exitCode = failed || !list.length ? 1 : 0
