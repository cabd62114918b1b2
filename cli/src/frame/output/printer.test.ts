import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { exitCodes, Failure } from '#/frame/failure.ts'
import type { GlobalFlags } from '#/frame/global-flags.ts'
import { terminalOf } from '#/frame/terminal.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { Printer } from './printer.ts'
import { reportFailure } from './report-failure.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

const agents = [
  { id: 'agt_1', client_name: 'Planner', active: true, created_at: '2026-11-22T11:57:00.000Z' },
  { id: 'agt_22', client_name: 'Evil\u001B[31m', active: false, created_at: '2026-11-20T12:00:00.000Z' },
]
const COLUMNS = ['id', 'client_name', 'active', 'created_at']

type Flags = Partial<Pick<GlobalFlags, 'json' | 'fields' | 'quiet'>>

/** Where a printer writes, and what it was told. */
interface Scene {
  readonly isTty?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: Flags
}

/** A printer on a terminal, or into a pipe, and what it wrote. */
function scene({ isTty = true, env = {}, flags = {} }: Scene = {}) {
  const out = Object.assign(new PassThrough(), { isTTY: isTty, columns: 80 })
  const err = Object.assign(new PassThrough(), { isTTY: isTty, columns: 80 })
  const terminal: Terminal = terminalOf({ stdin: new PassThrough(), stdout: out, stderr: err }, env)
  const said = { json: false, fields: undefined, quiet: false, ...flags }
  const printer = new Printer({ terminal, flags: said, now: () => NOW })
  const written = (stream: PassThrough): string => (stream.readableLength === 0 ? '' : readAll(stream))
  return { printer, terminal, out: () => written(out), err: () => written(err) }
}

/** All that was written so far. */
function readAll(stream: PassThrough): string {
  let text = ''
  for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read()) text += String(chunk)
  return text
}

describe('what a command found', () => {
  test('tells of a member that was asked for and that nothing has, once', () => {
    const { printer, err } = scene({ isTty: false, flags: { fields: ['id', 'nmae'] } })
    printer.items(agents, COLUMNS)
    printer.items(agents, COLUMNS)
    assert.equal(err(), '! nothing here has the member nmae; there are id, client_name, active, created_at\n')
  })

  test('is a table with a head and relative times on a terminal, whatever names hold', () => {
    const { printer, out } = scene({ env: { NO_COLOR: '1' } })
    printer.items(agents, COLUMNS)
    const [head = '', first = '', second = ''] = out().split('\n')
    assert.match(head, /^ID {6}CLIENT NAME {2}ACTIVE {2}CREATED AT$/)
    assert.match(first, /^agt_1 {3}Planner {6}✓ {7}3/)
    assert.ok(!second.includes('\u001B') && second.includes('✗'))
  })

  test('has colour on a terminal, and none with NO_COLOR or in a pipe', () => {
    const coloured = scene()
    coloured.printer.items(agents, COLUMNS)
    assert.ok(coloured.out().includes('\u001B['))
    const piped = scene({ isTty: false })
    piped.printer.items(agents, COLUMNS)
    assert.equal(piped.out().split('\n')[0], 'agt_1\tPlanner\ttrue\t2026-11-22T11:57:00.000Z')
  })

  test('is ids with --quiet, and the members that --fields names', () => {
    const quiet = scene({ flags: { quiet: true } })
    quiet.printer.items(agents, COLUMNS)
    assert.equal(quiet.out(), 'agt_1\nagt_22\n')
    quiet.printer.object({ revoked_count: 2 })
    assert.equal(quiet.out(), '', 'what has no id adds no empty line')
    quiet.printer.note('nothing of this')
    assert.equal(quiet.err(), '')
    const chosen = scene({ isTty: false, flags: { json: true, fields: ['client_name', 'none'] } })
    chosen.printer.object(agents[0] ?? {})
    assert.equal(chosen.out(), '{"client_name":"Planner","none":null}\n')
  })
})

describe('what went wrong', () => {
  test('says what, why, where, what next, and the code; the exit code follows', () => {
    const { terminal, err } = scene({ env: { NO_COLOR: '1' } })
    const failure = new Failure('No agent.', {
      exitCode: exitCodes.notFound,
      why: 'It went.',
      next: 'mandate agents list',
      code: 'agent_not_found',
      details: ['/id is \u001B[2Jgone'],
    })
    assert.equal(reportFailure(failure, terminal, false), 4)
    const text = err()
    assert.equal(
      text.replace('\uFFFD', ''),
      '✗ No agent.\n  It went.\n  · /id is [2Jgone\n  → mandate agents list\n  agent_not_found\n',
    )
    assert.equal(reportFailure(new Error('odd'), terminal, false), 1)
  })
})
