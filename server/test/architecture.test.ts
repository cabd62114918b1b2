import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycle, sourceFiles } from '#test/support/sources.ts'
import type { Import, SourceFile } from '#test/support/sources.ts'

// Who imports whom. To bend a rule, edit the table and say why.

/** Each room under `src/` with the rooms it may import from, besides itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  platform: ['protocol'],
  // The kit of the hosted pages knows nobody it is used by.
  ui: ['platform', 'protocol'],
  modules: ['ui', 'platform', 'protocol'],
  oauth: ['modules', 'ui', 'platform', 'protocol'],
  pages: ['modules', 'ui', 'platform', 'protocol'],
  // What the process says when it starts or can't.
  startup: ['platform'],
  // The composition root: it knows everyone.
  composition: ['oauth', 'pages', 'modules', 'ui', 'platform', 'protocol'],
  // One process of the server, and what decides how many there are.
  'serve.ts': ['composition', 'startup', 'modules', 'platform'],
  // What is done with the database beside the server.
  maintenance: ['composition', 'startup', 'modules', 'platform'],
  'main.ts': ['serve.ts', 'maintenance', 'startup', 'platform'],
}

/** Files of a module that speak HTTP: its routes, the schemas and replies they share, and who comes in. */
const speaksHttp = /(^|[-/])(routes?|schemas|authenticator|reply|index)\.ts$/

/** Files of modules that speak HTTP under another name, with the reason. */
const alsoSpeaksHttp: readonly string[] = [
  // They write a response that goes on for as long as its reader stays.
  'modules/audit-logs/exports.ts',
  'modules/audit-logs/event-streams.ts',
  'modules/logs/log-streams.ts',
  'modules/proxy/operations/status-streams.ts',
]

/** Modules that read events, and so are never imported by what they watch. */
const readersOfEvents = ['audit-logs', 'statistics', 'webhooks', 'logs']

/** Packages and built-ins that one place wraps for everybody. */
const wrapped: Readonly<Record<string, string>> = {
  'node:sqlite': 'platform/db/sqlite.ts',
  pg: 'platform/db/',
  nodemailer: 'platform/mail/',
  pino: 'platform/log/log.ts',
  fastify: 'platform/http/',
  '@prometheus-io/client': 'platform/metrics/',
  undici: 'platform/http-client/',
  'openid-client': 'modules/identity-providers/',
}

/** What may stand in one place only, with the reason to tell. */
const confined: readonly { readonly pattern: RegExp; readonly within: string; readonly say: string }[] = [
  { pattern: /\bprocess\.env\b/, within: 'platform/config/', say: 'read the environment in platform/config' },
  {
    pattern: /\bengine\s*[!=]==?\s|[!=]==?\s*['"](sqlite|postgres)['"]|if \(dialect/,
    within: 'platform/db/',
    say: 'make a helper in platform/db/dialect.ts that says what differs',
  },
  {
    pattern: /^import \{.*from 'node:https?'/,
    within: 'platform/node-http.ts',
    say: 'import it from platform/node-http.ts',
  },
  { pattern: /\bDate\.now\(\)|new Date\(\)/, within: 'platform/clock.ts', say: 'ask the clock you were given' },
]

const files = sourceFiles()
const roomOf = (path: string): string => path.split('/')[0] ?? ''
const foldersAbove = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/')).concat('')
}
const moduleOf = (path: string): string | undefined => /^modules\/([^/]+)\//.exec(path)?.[1]

/** Names every line that breaks a rule, so that a failure shows where to go. */
function assertNone(breaches: readonly string[]): void {
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}\n`)
}

const importsThat = (breaks: (file: SourceFile, it: Import) => string | undefined): string[] =>
  files.flatMap((file) =>
    file.imports.flatMap((it) => {
      const why = breaks(file, it)
      return why === undefined ? [] : [`src/${file.path}:${it.line} imports ${it.specifier}: ${why}`]
    }),
  )

const linesThat = (breaks: (file: SourceFile, line: string) => string | undefined): string[] =>
  files.flatMap((file) =>
    file.lines.flatMap((line, i) => {
      const why = breaks(file, line)
      return why === undefined ? [] : [`src/${file.path}:${i + 1} ${line.trim()}: ${why}`]
    }),
  )

test('every room imports only from the rooms below it', () => {
  assertNone(
    importsThat((file, { target }) => {
      if (target === undefined) return undefined
      const allowed = rooms[roomOf(file.path)]
      if (allowed === undefined) return `the room ${roomOf(file.path)} is not in the table`
      const room = roomOf(target)
      return room === roomOf(file.path) || allowed.includes(room)
        ? undefined
        : `${roomOf(file.path)} may not know ${room}`
    }),
  )
})

test('a path never climbs: ./ inside the folder, #/ elsewhere', () => {
  assertNone(importsThat((_file, { specifier }) => (specifier.includes('../') ? 'write #/' : undefined)))
})

test('a module knows another only by its index, and never its own', () => {
  assertNone(
    importsThat((file, { target }) => {
      const wanted = target === undefined ? undefined : moduleOf(target)
      if (wanted === undefined) return undefined
      const isIndex = target === `modules/${wanted}/index.ts`
      if (moduleOf(file.path) === wanted) return isIndex ? 'a module does not import its own index' : undefined
      return isIndex ? undefined : `import #/modules/${wanted}/index.ts`
    }),
  )
})

test('nobody whom they watch imports the modules that read events', () => {
  assertNone(
    importsThat((file, { target }) => {
      const wanted = target === undefined ? undefined : moduleOf(target)
      if (wanted === undefined || !readersOfEvents.includes(wanted) || roomOf(file.path) === 'composition')
        return undefined
      // One reader may show what another one reads: a webhook sends audit entries.
      if (readersOfEvents.includes(moduleOf(file.path) ?? '')) return undefined
      return moduleOf(file.path) === wanted ? undefined : `${wanted} reads events; record one instead`
    }),
  )
})

test('stores and services of modules know no HTTP', () => {
  assertNone(
    importsThat(({ path }, { target }) =>
      path.startsWith('modules/') &&
      target?.startsWith('platform/http/') &&
      !speaksHttp.test(path) &&
      !alsoSpeaksHttp.includes(path)
        ? 'hand over values, and let the routes speak HTTP'
        : undefined,
    ),
  )
})

test('only the process and tests import the whole server', () => {
  assertNone(
    importsThat(({ path }, { target }) =>
      target === 'composition/app.ts' && path !== 'serve.ts' ? 'import what it is made of' : undefined,
    ),
  )
})

test('no file imports itself through others', () => {
  const edges = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]))
  assert.equal(findCycle(edges)?.join(' → '), undefined)
})

test('no module imports itself through others', () => {
  const edges = new Map<string, string[]>()
  for (const { path, imports } of files) {
    const from = moduleOf(path)
    if (from === undefined) continue
    const targets = imports.flatMap(({ target }) => (target === undefined ? [] : (moduleOf(target) ?? [])))
    edges.set(from, [...(edges.get(from) ?? []), ...targets.filter((target) => target !== from)])
  }
  assert.equal(findCycle(edges)?.join(' → '), undefined)
})

test('no folder imports itself through its siblings', () => {
  // A folder stands for all that is in it, and the files beside folders stand for one more.
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)))
  const cycles = [...folders].flatMap((folder) => {
    const childOf = (path: string): string | undefined => {
      if (folder !== '' && !path.startsWith(`${folder}/`)) return undefined
      const [child = '', ...rest] = path.slice(folder === '' ? 0 : folder.length + 1).split('/')
      return rest.length > 0 ? child : '(files)'
    }
    const edges = new Map<string, string[]>()
    for (const { path, imports } of files) {
      const from = childOf(path)
      if (from === undefined) continue
      const targets = imports.flatMap(({ target }) => (target === undefined ? [] : (childOf(target) ?? [])))
      edges.set(from, [...(edges.get(from) ?? []), ...targets.filter((target) => target !== from)])
    }
    const cycle = findCycle(edges)
    return cycle ? [`src/${folder}: ${cycle.join(' → ')}`] : []
  })
  assertNone(cycles)
})

test('what one place wraps is imported there only', () => {
  assertNone(
    importsThat((file, { specifier }) => {
      const place = wrapped[specifier]
      return place === undefined || file.path.startsWith(place) ? undefined : `only ${place} imports it`
    }),
  )
})

test('environment, engine and time are asked in their one place', () => {
  assertNone(
    linesThat(({ path }, line) => {
      const code = line.replace(/^\s*(\/\/|\*|\/\*).*$/, '')
      return confined.find(({ pattern, within }) => !path.startsWith(within) && pattern.test(code))?.say
    }),
  )
})

test('a session begins and steps up in SignIn alone, so that no way in goes past what hangs on it', () => {
  const room = 'modules/sessions/'
  const signIn = `${room}sign-in.ts`
  const writes = /\.(insert|renew)\(/
  const reachesIn = /\bSessionStore\b|\bsessions\.insert\(|\b(INTO|UPDATE) sessions\b/
  assertNone(
    linesThat(({ path }, line) => {
      if (path === signIn || path === `${room}store.ts`) return undefined
      const pattern = path.startsWith(room) ? writes : reachesIn
      return pattern.test(line) ? 'sign people in by SignIn.complete' : undefined
    }),
  )
  const its = files.find(({ path }) => path === signIn)?.lines.filter((line) => writes.test(line))
  assert.equal(its?.length, 3, 'a line that begins a session, one that steps it up, one that opens it after its flow')
})

test('whoever is built is handed what it names, never a bag of everything', () => {
  // A room hands itself to the rooms that stand on it; what is built in a room sees no room.
  const builders = files.filter(({ path }) => path.startsWith('composition/') || path.endsWith('/build.ts'))
  const build = /(?<!function )\b(?:new [A-Z]\w*|build[A-Z]\w*|[A-Z]\w*\.create)\(/g
  const bag = /^\s*(foundation|delegation|people|deps|parts|known|shared)\s*\)|\.\.\.\w+\s*[,}]/
  const breaches = builders.flatMap(({ path, lines }) => {
    const text = lines.join('\n')
    return [...text.matchAll(build)]
      .map((it) => ({ call: it[0], line: text.slice(0, it.index).split('\n').length, rest: argumentsAt(text, it) }))
      .filter(({ call, rest }) => bag.test(rest) && !isRoom(call))
      .map(({ call, line }) => `src/${path}:${line} ${call}…): name what it receives`)
  })
  assertNone(breaches)
  assert.ok(builders.length >= 12, `only ${builders.length} builders found`)
})

const isRoom = (call: string): boolean => /^build(Delegation|People|Protocol|Operations|Gateway)\($/.test(call)

/** What a call is given, up to the parenthesis that closes it, without what stands in calls within. */
function argumentsAt(text: string, match: RegExpExecArray): string {
  let depth = 1
  let own = ''
  for (let at = match.index + match[0].length; depth > 0 && at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '(') depth++
    if (depth === 1) own += letter
    if (letter === ')') depth--
  }
  return own
}

test('no module keeps state of its own: what changes lives in a class that somebody made', () => {
  const state = /^(export )?(let|var) |^(export )?const \w+(: [^=]+)? = new (Map|Set|WeakMap|WeakSet)(<[^>]*>)?\(\)/
  assertNone(linesThat((_file, line) => (state.test(line) ? 'make it a field of a class' : undefined)))
})
