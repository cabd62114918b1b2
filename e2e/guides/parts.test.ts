import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksLike, partsOf } from './parts.ts'
import { replaced } from './walk.ts'

const GUIDE = `# A guide

\`\`\`sh serve
serve it
\`\`\`

\`\`\`text output
ready at …
\`\`\`

\`\`\`sh
# only read
\`\`\`

\`\`\`js file
// server.mjs
listen()
\`\`\`

<!-- person: allows it -->

\`\`\`sh run
one
two
\`\`\`

\`\`\`sh run fails
three
\`\`\`

\`\`\`text output
no
\`\`\`
`

test('a guide is taken apart into what is run, served, saved and done by a person', () => {
  assert.deepEqual(partsOf(GUIDE), [
    { does: 'serve', line: 3, code: 'serve it\n', output: 'ready at …\n' },
    { does: 'file', line: 15, code: '// server.mjs\nlisten()\n', name: 'server.mjs' },
    { does: 'person', line: 20, what: 'allows it', output: undefined },
    { does: 'run', line: 22, code: 'one\ntwo\n', fails: false, output: undefined },
    { does: 'run', line: 27, code: 'three\n', fails: true, output: 'no\n' },
  ])
})

test('what stays has to say when it is ready, and a file how it is called', () => {
  assert.throws(() => partsOf('```sh serve\nserve\n```\n'), /line 1: what stays/)
  assert.throws(() => partsOf('```js file\nlisten()\n```\n'), /line 1: a file begins/)
})

test('output is what the guide shows, letter by letter but for the ellipsis and ends of lines', () => {
  assert.ok(looksLike('active\ttrue \r\n', 'active\ttrue\n'))
  assert.ok(looksLike('{\n  "sub": "usr_1",\n  "act": { "sub": "planner" }\n}', '{…"act": { "sub": "planner" }\n}'))
  assert.ok(!looksLike('active\tfalse', 'active\ttrue'))
  assert.ok(!looksLike('active\ttrue\nand more', 'active\ttrue'))
  assert.ok(!looksLike('a.b', 'a*b'))
})

test('what takes the place of a piece is not taken for another one', () => {
  const text = 'from 3000 to 3003.'
  assert.equal(replaced(text, { 3000: 33003, 3003: 43000, '.': '!' }), 'from 33003 to 43000!')
  assert.equal(replaced(text, {}), text)
})
