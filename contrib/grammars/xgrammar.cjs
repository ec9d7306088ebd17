// Reads {"grammars":{name:text},"schemas":[…],"checks":[[name,text],…],"every":n}
// from standard input and prints one verdict a check, 1 or 0, and a last line
// with how many of them Testings.isGrammarAcceptString judged too. It exits with 1
// if the two ways disagree.
//
//   node xgrammar.cjs DIR     DIR holds index.cjs, a copy of the package's lib/index.js
const path = require('path')
const fs = require('fs')
const lib = require(path.resolve(process.argv[2], 'index.cjs'))
const { Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo, Testings } = lib.default || lib

// The library warns about every span beyond ASCII in a negated set.
console.log = console.error = console.warn = () => {}

async function main() {
  const input = JSON.parse(fs.readFileSync(0, 'utf8'))
  const tokens = await TokenizerInfo.createTokenizerInfo(['</s>', 'a'], 'raw', false, 2, [0])
  const compiler = await GrammarCompiler.createGrammarCompiler(tokens)
  const engines = {}
  const begin = Date.now()
  for (const [name, text] of Object.entries(input.grammars)) {
    const start = Date.now()
    const compiled = await compiler.compileGrammar(text)
    engines[name] = {
      matcher: await GrammarMatcher.createGrammarMatcher(compiled, undefined, true),
      grammar: await Grammar.fromEBNF(text),
    }
    process.stderr.write(`${name}: ${text.length} bytes, compiled in ${Date.now() - start} ms\n`)
  }
  for (const schema of input.schemas) {
    await compiler.compileJSONSchema(schema)
  }
  process.stderr.write(`${Date.now() - begin} ms for grammars and schemas\n`)
  const out = []
  let both = 0
  for (let i = 0; i < input.checks.length; i++) {
    const [name, text] = input.checks[i]
    const { matcher, grammar } = engines[name]
    matcher.reset()
    const ok = matcher._acceptString(text) && matcher.isTerminated()
    if (i % input.every === 0) {
      both++
      if ((await Testings.isGrammarAcceptString(grammar, text)) !== ok) {
        throw new Error(`${name}: the two ways disagree on ${JSON.stringify(text)}`)
      }
    }
    out.push(ok ? '1' : '0')
  }
  process.stderr.write(`${Date.now() - begin} ms in all\n`)
  process.stdout.write(out.join('\n') + '\n' + both + '\n')
}

main().catch(e => {
  process.stderr.write(String(e && e.stack || e) + '\n')
  process.exit(1)
})
