import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { TestContext } from 'node:test'

const WITHIN_MS = 60_000
/** Control-C, as it comes from a keyboard. */
const INTERRUPT = '\u0003'
const root = fileURLToPath(new URL('../../', import.meta.url))

// Each line of file descriptor 3 says how failures are to be taken and which file to run, in this shell. Its status comes
// back between record separators.
const DRIVER = String.raw`
stty cols 120 -echo
trap 'printf "\036%s\036" "$?"' EXIT
while read -r failures block <&3; do
  set "$failures"
  . "$block"
  printf '\036%s\036' "$?"
done`

/** Programs that a reader has and this machine has not. */
export function missingPrograms(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return ['bash', 'curl', 'jq', 'script'].filter((name) => !folders.some((it) => existsSync(path.join(it, name))))
}

/** How a reader answers a question of a command: what it asks, and what they type. */
export type Answer = readonly [question: RegExp, typed: string]

/** What is particular about the machine of a reader. */
export interface ShellOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly answers?: readonly Answer[]
  /** Files that are there already, by their names. */
  readonly files?: Readonly<Record<string, string>>
  /** Folders of programs besides those that everybody has. */
  readonly path?: readonly string[]
}

/** A reader's machine: an empty folder, `mandate` on the path, the packages of the repository, and terminals. */
export class Shell {
  readonly folder: string
  readonly #scratch: string
  readonly #env: Readonly<Record<string, string>>
  readonly #answers: readonly Answer[]
  readonly #terminal: Terminal
  readonly #others: Terminal[] = []
  #blocks = 0

  private constructor(scratch: string, { env = {}, answers = [], path: more = [] }: ShellOptions) {
    this.#scratch = scratch
    this.folder = path.join(scratch, 'folder')
    this.#env = {
      ...bareEnvironment(),
      ...env,
      HOME: path.join(scratch, 'home'),
      PATH: [path.join(scratch, 'bin'), ...more, path.dirname(process.execPath), process.env['PATH']].join(':'),
      NO_COLOR: '1',
      TERM: 'xterm',
    }
    this.#answers = answers
    this.#terminal = this.#open(DRIVER)
  }

  /** Opens one until the test ends. */
  static open(t: Pick<TestContext, 'after'>, options: ShellOptions = {}): Shell {
    const scratch = mkdtempSync(path.join(tmpdir(), 'mandate-guide-'))
    for (const name of ['home', 'bin', 'folder']) mkdirSync(path.join(scratch, name))
    symlinkSync(path.join(root, 'node_modules'), path.join(scratch, 'node_modules'))
    const command = path.join(scratch, 'bin', 'mandate')
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'cli/src/main.ts')}' "$@"\n`)
    chmodSync(command, 0o755)
    // Whoever is told to open an address does it in the test.
    symlinkSync('/bin/true', path.join(scratch, 'bin', 'xdg-open'))
    for (const [name, text] of Object.entries(options.files ?? {}))
      writeFileSync(path.join(scratch, 'folder', name), text)
    const shell = new Shell(scratch, options)
    t.after(() => shell.#close())
    return shell
  }

  /** Everything that the other terminals show. */
  get others(): string {
    return this.#others.map(({ text }) => text).join('\n')
  }

  /** Runs commands in the first terminal; returns what it shows then. */
  async run(code: string, { fails = false } = {}): Promise<string> {
    const { said, status } = await this.#terminal.do(this.#save(code), fails ? '+e' : '-e')
    if ((status !== 0) !== fails) throw new Error(`it ended with ${status}:\n${said}`)
    return said
  }

  /** Runs a command in another terminal, where it stays; returns what it shows once that is what is expected. */
  serve(code: string, isExpected: (text: string) => boolean): Promise<string> {
    this.#others.push(this.#open(`stty cols 120; . '${this.#save(code)}'`))
    return this.shows(isExpected)
  }

  /** Waits until the last terminal shows what is expected, from where it stood before; returns that. */
  async shows(isExpected: (text: string) => boolean): Promise<string> {
    const terminal = this.#others.at(-1)
    if (!terminal) throw new Error('there is no other terminal')
    return terminal.shows(isExpected)
  }

  /** Ends what runs in another terminal, counted from zero. */
  async interrupt(terminal: number): Promise<void> {
    await this.#others[terminal]?.close()
  }

  #save(code: string): string {
    const file = path.join(this.#scratch, `block-${++this.#blocks}.sh`)
    writeFileSync(file, code)
    return file
  }

  #open(program: string): Terminal {
    return new Terminal(program, { cwd: this.folder, env: this.#env }, this.#answers)
  }

  async #close(): Promise<void> {
    await Promise.all([this.#terminal, ...this.#others].map((it) => it.close()))
    rmSync(this.#scratch, { recursive: true, force: true })
  }
}

/** A bash at a pseudo-terminal, which is what makes programs ask. */
class Terminal {
  readonly #child: ChildProcess
  readonly #blocks: Writable
  readonly #closed: Promise<void>
  readonly #answers: readonly Answer[]
  #raw = ''
  #seen = 0
  #heard = 0

  constructor(program: string, options: { cwd: string; env: NodeJS.ProcessEnv }, answers: readonly Answer[]) {
    this.#answers = answers
    // `script` of util-linux makes the pseudo-terminal; it runs what it is given by $SHELL.
    const env = { ...options.env, SHELL: '/bin/sh', TERMINAL_PROGRAM: program }
    const command = 'exec bash --noprofile --norc -uo pipefail -c "$TERMINAL_PROGRAM"'
    const stdio = ['pipe', 'pipe', 'inherit', 'pipe'] as const
    this.#child = spawn('script', ['-qefc', command, '/dev/null'], { ...options, env, stdio: [...stdio] })
    this.#closed = new Promise((resolve) => void this.#child.once('close', () => resolve()))
    this.#blocks = this.#child.stdio[3] as Writable
    // What is written to a shell that has ended is lost; `#until` notices that it has.
    for (const stream of [this.#blocks, this.#child.stdin]) stream?.on('error', () => undefined)
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk))
  }

  /** All that it shows. */
  get text(): string {
    return plain(this.#raw)
  }

  /** Sends a block to the shell, and waits for its end. */
  async do(file: string, failures: string): Promise<{ readonly said: string; readonly status: number }> {
    this.#blocks.write(`${failures} ${file}\n`)
    let ended: RegExpExecArray | null = null
    await this.#until(() => (ended = /([^\u001E]*)\u001E(\d+)\u001E/.exec(this.#raw.slice(this.#seen))) !== null)
    const [whole = '', said = '', status] = ended ?? []
    this.#seen += whole.length
    return { said: plain(said), status: Number(status) }
  }

  async shows(isExpected: (text: string) => boolean): Promise<string> {
    let shown = ''
    await this.#until(() => isExpected((shown = plain(this.#raw.slice(this.#seen)))))
    this.#seen = this.#raw.length
    return shown
  }

  /** Waits until it is so; fails when the shell ends before. */
  async #until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + WITHIN_MS
    for (;;) {
      // What a program that has ended wrote last counts.
      const isOver = this.#child.exitCode !== null || performance.now() > deadline
      if (isSo()) return
      if (isOver) throw new Error(`the shell ended or hangs:\n${plain(this.#raw.slice(this.#seen))}`)
      await sleep(10)
    }
  }
  async close(): Promise<void> {
    this.#blocks.end()
    this.#child.stdin?.write(INTERRUPT)
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
    await this.#closed
    clearTimeout(late)
  }

  #read(chunk: string): void {
    this.#raw += chunk
    const next = this.#answers.find(([question]) => question.test(plain(this.#raw.slice(this.#heard))))
    if (!next) return
    this.#heard = this.#raw.length
    this.#child.stdin?.write(next[1])
  }
}

const plain = (text: string): string => stripVTControlCharacters(text).replaceAll('\r\n', '\n')

/** Nothing of the developer's own that would tell a program of ours what to do. */
const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(MANDATE_|XDG_|NODE_OPTIONS|NODE_TEST|FORCE_COLOR)/.test(name) ? [] : [[name, value]],
    ),
  )
