// What a port needs to compare IRs: JSON that keeps every digit, equality of IRs
// as README.md defines it, and the calls that an IR means.

// Num is a number as it stands in the text.
export class Num {
  constructor(literal) {
    this.literal = literal
  }
  // exact is the same for equal numbers and only for them.
  get exact() {
    const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(this.literal)
    const all = (whole + fraction).replace(/^0+/, '')
    const digits = all.replace(/0+$/, '')
    if (digits === '') return '0'
    return `${sign}${digits}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length)}`
  }
}

// parseJSON reads JSON into Map, Array, Num, string, boolean and null. The text
// comes from silpc or from the vectors, so a fault of it may throw anything.
export function parseJSON(text) {
  const tokens = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)\s*/y
  const next = () => {
    const m = tokens.exec(text)
    if (!m) throw new Error(`no JSON: ${text}`)
    return m[1]
  }
  const value = (t) => {
    if (t === '{') return members()
    if (t === '[') return elements()
    if (t === 'true' || t === 'false') return t === 'true'
    if (t === 'null') return null
    return t[0] === '"' ? JSON.parse(t) : new Num(t)
  }
  const members = () => {
    const map = new Map()
    for (let t = next(); t !== '}'; t = next()) {
      if (t === ',') t = next()
      next() // the colon
      map.set(JSON.parse(t), value(next()))
    }
    return map
  }
  const elements = () => {
    const list = []
    for (let t = next(); t !== ']'; t = next()) list.push(value(t === ',' ? next() : t))
    return list
  }
  return value(next())
}

// print writes what parseJSON read, or the plain form of it, on one line.
export function print(v) {
  if (v instanceof Num) return v.literal
  if (Array.isArray(v)) return `[${v.map(print).join(',')}]`
  if (v instanceof Map) return `{${[...v].map(([k, w]) => `${JSON.stringify(k)}:${print(w)}`).join(',')}}`
  return JSON.stringify(v)
}

// plain makes ordinary objects and numbers of a vector; its IR stays as it is.
export function plain(v, name) {
  if (name === 'ir') return v
  if (v instanceof Num) return Number(v.literal)
  if (Array.isArray(v)) return v.map((w) => plain(w))
  if (v instanceof Map) return Object.fromEntries([...v].map(([k, w]) => [k, plain(w, k)]))
  return v
}

// canonical writes equal JSON values alike: members sorted, numbers exact.
function canonical(v) {
  if (v instanceof Num) return v.exact
  if (Array.isArray(v)) return `[${v.map(canonical).join(',')}]`
  if (v instanceof Map) {
    const names = [...v.keys()].sort()
    return `{${names.map((k) => `${JSON.stringify(k)}:${canonical(v.get(k))}`).join(',')}}`
  }
  return JSON.stringify(v)
}

const one = new Num('1')
const zero = new Num('0')

// What the schema names and does not require: with its default, or undefined
// where being absent is a meaning of its own.
const optional = {
  root: { silp: 'v1', version: 'ir-v0.1', entities: [], constraints: [], alternatives: [] },
  constraints: { time: undefined },
  alternatives: { target: undefined, location: undefined },
  meta: { session_id: undefined, priority: zero, confidence: one, seq: [], out: 'natural', next_agent: undefined },
}

// fill puts defaults where a member is absent.
function fill(object, defaults, nullAsAbsent) {
  const out = new Map(object)
  for (const [name, value] of Object.entries(defaults)) {
    if (nullAsAbsent && out.get(name) === null) out.delete(name)
    if (!out.has(name) && value !== undefined) out.set(name, value)
  }
  return out
}

function normal(ir, nullAsAbsent) {
  const out = fill(ir, optional.root, nullAsAbsent)
  for (const list of ['entities', 'constraints', 'alternatives']) {
    const defaults = optional[list] ?? { action: ir.get('intent') }
    out.set(list, out.get(list).map((e) => fill(e, defaults, nullAsAbsent)))
  }
  const meta = fill(out.get('meta') ?? new Map(), optional.meta, nullAsAbsent)
  meta.delete('req_id')
  return out.set('meta', meta)
}

// equal tells whether two IRs mean the same.
export function equal(a, b, nullAsAbsent) {
  return canonical(normal(a, nullAsAbsent)) === canonical(normal(b, nullAsAbsent))
}

// withoutHeader leaves out what travels beside a text.
export function withoutHeader(ir) {
  return new Map([...ir].filter(([name]) => !['silp', 'version', 'meta'].includes(name)))
}

// calls lists the runs of entities of one action, the intent first.
export function calls(ir) {
  const intent = ir.get('intent')
  const list = [{ action: intent, args: [] }]
  for (const e of ir.get('entities') ?? []) {
    const action = e.get('action') ?? intent
    if (list.at(-1).action !== action) list.push({ action, args: [] })
    list.at(-1).args.push([e.get('id'), e.get('value')])
  }
  return list
}
