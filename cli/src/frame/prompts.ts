import { exitCodes, Failure } from './failure.ts'
import type { GlobalFlags } from './global-flags.ts'
import type { Terminal } from './terminal.ts'

interface PromptsDeps {
  readonly terminal: Terminal
  readonly flags: Pick<GlobalFlags, 'input' | 'yes'>
}

/** Asks the person, when there is one: with a terminal and without `--no-input`. */
export class Prompts {
  readonly #deps: PromptsDeps
  constructor(deps: PromptsDeps) {
    this.#deps = deps
  }

  /** Whether anybody can be asked. */
  get possible(): boolean {
    const { terminal, flags } = this.#deps
    return flags.input && terminal.input.isTTY === true && terminal.errIsTty
  }

  /** Asks before something ends. Without anybody to ask only `--yes` says yes. */
  async confirm(question: string): Promise<void> {
    if (this.#deps.flags.yes) return
    if (!this.possible) {
      throw new Failure('This asks for a yes, and there is nobody to ask.', {
        exitCode: exitCodes.usage,
        why: question,
        next: 'Add --yes.',
        code: 'confirmation_needed',
      })
    }
    const { confirm } = await import('@clack/prompts')
    const said = await confirm({ message: question, initialValue: false, ...this.#streams() })
    if (said !== true) throw cancelled()
  }

  async text(message: string, { initialValue }: { readonly initialValue?: string } = {}): Promise<string> {
    const { text } = await import('@clack/prompts')
    return answered(
      await text({ message, ...(initialValue === undefined ? {} : { initialValue }), ...this.#streams() }),
    )
  }

  async password(message: string): Promise<string> {
    const { password } = await import('@clack/prompts')
    return answered(await password({ message, ...this.#streams() }))
  }

  async choose(message: string, values: readonly string[]): Promise<string> {
    const { select } = await import('@clack/prompts')
    return answered(
      await select({ message, options: values.map((value) => ({ value, label: value })), ...this.#streams() }),
    )
  }

  // Questions are no data: they go where errors go.
  #streams() {
    const { input, err } = this.#deps.terminal
    return { input, output: err }
  }
}

function answered(value: string | symbol | undefined): string {
  if (typeof value === 'symbol') throw cancelled()
  return value ?? ''
}

const cancelled = (): Failure => new Failure('Cancelled: nothing was changed.', { exitCode: exitCodes.failed })
