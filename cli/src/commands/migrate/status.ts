import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

interface Title {
  readonly number: number
  readonly name: string
}

interface Status {
  readonly engine: string
  readonly current: Title
  readonly applied: number
  readonly pending: readonly Title[]
  readonly refusal: string | null
}

/** Tells where the schema stands; ends with 7 when migrations are pending, with 5 when this version can't use it. */
export function status(actions: Actions): Command {
  const command = new Command('status').description('Which migrations the database lacks; ends with 7 when it does.')
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const found = await maintain<Status>(
      { operation: 'migrate.status' },
      environmentOf(command, dataFlags, cli.env),
      cli,
    )
    const { engine, current, applied, pending, refusal } = found
    if (cli.flags.json) cli.printer.json(found)
    else {
      cli.printer.object({ engine, current: `${current.number} ${current.name}`, applied, pending: pending.length })
      for (const { number, name } of pending) cli.printer.note(`  pending: ${number} ${name}`)
    }
    if (refusal !== null) {
      throw new Failure('This version does not start on that database.', {
        exitCode: exitCodes.conflict,
        why: refusal,
        code: 'schema',
      })
    }
    if (pending.length > 0) {
      const what = `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending.`
      throw new Failure(what, { exitCode: exitCodes.checksFailed, next: 'mandate migrate up', code: 'pending' })
    }
  })
}
