import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { serverCommand } from '#/server-program/locate.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'
import type { VariableFlag } from '#/server-program/variables.ts'

/** Flags that are variables of the server; it knows many more, which are said in the environment. */
const variables: readonly VariableFlag[] = [
  ['--port <n>', 'MANDATE_PORT', 'where to listen'],
  ['--host <address>', 'MANDATE_HOST', 'on which address'],
  ['--base-url <url>', 'MANDATE_BASE_URL', 'how others reach it'],
  ...dataFlags,
  ['--mode <mode>', 'MANDATE_MODE', 'dev or production, at the first start'],
]

/** `mandate serve`: becomes the server, with the environment it reads. */
export function serve(actions: Actions): Command {
  const command = new Command('serve').description('Run the server in this terminal.')
  addVariableFlags(command, variables)
  addGlobalFlags(command)
  command.addHelpText('after', '\nAll variables: docs/reference/configuration.md')
  return actions.on(command, async ({ env }) => {
    const [program, ...args] = serverCommand()
    const environment = environmentOf(command, variables, env)
    // Signals, exit code and process id are the server's own: nothing stands between it and who watches it.
    if (process.execve) process.execve(program, [program, ...args], environment)
    await runAsChild(program, args, environment)
  })
}

/** Where a process can't become another one. */
async function runAsChild(program: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const { spawn } = await import('node:child_process')
  const child = spawn(program, args, { env, stdio: 'inherit' })
  const code = await new Promise<number>((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1))
  })
  process.exit(code)
}
