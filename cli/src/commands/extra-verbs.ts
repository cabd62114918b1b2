import type { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'

/** Adds to the command of a noun what its operations alone don't make. */
type AddVerbs = (noun: Command, actions: Actions) => Promise<void>

const add =
  (load: () => Promise<readonly ((actions: Actions) => Command)[]>): AddVerbs =>
  async (noun, actions) => {
    for (const verb of await load()) noun.addCommand(verb(actions))
  }

/** Verbs written by hand, by their noun. */
export const extraVerbs: Readonly<Record<string, AddVerbs>> = {
  tokens: add(async () => (await import('./tokens/index.ts')).verbs),
  audit: add(async () => (await import('./audit/index.ts')).verbs),
  webhooks: add(async () => (await import('./webhooks/index.ts')).verbs),
  branding: add(async () => (await import('./branding/index.ts')).verbs),
  email: add(async () => (await import('./email/index.ts')).verbs),
}
