import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Flags that are variables of the server; it knows many more, which are said in the environment. */
const variables: readonly (readonly [flag: string, variable: string, about: string])[] = [
  ['--port <n>', 'MANDATE_PORT', 'where to listen'],
  ['--host <address>', 'MANDATE_HOST', 'on which address'],
  ['--base-url <url>', 'MANDATE_BASE_URL', 'how others reach it'],
  ['--data-dir <folder>', 'MANDATE_DATA_DIR', 'where data and keys are kept'],
  ['--database-url <url>', 'MANDATE_DATABASE_URL', 'sqlite:<file> or postgres://…'],
  ['--mode <mode>', 'MANDATE_MODE', 'dev or production, at the first start'],
]

/** `mandate serve`: becomes the server, with the environment it reads. */
export function serve(actions: Actions): Command {
  const command = new Command('serve').description('Run the server in this terminal.')
  for (const [flag, variable, about] of variables) command.addOption(new Option(flag, `${about} (${variable})`))
  addGlobalFlags(command)
  command.addHelpText('after', '\nAll variables: docs/reference/configuration.md')
  return actions.on(command, async ({ env }) => {
    const program = programOfServer()
    const said = command.opts<Record<string, unknown>>()
    const chosen = variables.flatMap(([flag, variable]) => {
      const value = said[new Option(flag).attributeName()]
      return typeof value === 'string' ? [[variable, value]] : []
    })
    const environment = { ...definedIn(env), ...Object.fromEntries(chosen) }
    // Signals, exit code and process id are the server's own: nothing stands between it and who watches it.
    if (process.execve) process.execve(process.execPath, [process.execPath, program], environment)
    await runAsChild(program, environment)
  })
}

/** The server beside this program: its sources in the repository, its package where that is installed. */
function programOfServer(): string {
  const sources = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
  if (existsSync(sources)) return sources
  try {
    return fileURLToPath(import.meta.resolve('@mandate/server'))
  } catch {
    throw new Failure('The server is not installed here.', {
      exitCode: exitCodes.usage,
      why: 'This is the command alone.',
      next: 'npm install @mandate/server beside it, or use the executable, which holds both.',
    })
  }
}

const definedIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Where a process can't become another one. */
async function runAsChild(program: string, env: Record<string, string>): Promise<void> {
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [program], { env, stdio: 'inherit' })
  const code = await new Promise<number>((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1))
  })
  process.exit(code)
}
