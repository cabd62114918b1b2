import type { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { nouns } from '#/generated/nouns.ts'
import { extraVerbs } from './commands/extra-verbs.ts'

/** A command of the first level, which is loaded when it is asked for. */
export interface Entry {
  readonly name: string
  readonly about: string
  readonly aliases?: readonly string[]
  readonly group: string
  readonly load: (actions: Actions) => Promise<Command>
}

/** A module that makes a command. */
type Maker = (actions: Actions) => Command

const [RUN, KEEP, CONNECT] = ['Run a server', 'Keep its data', 'Connect']
const [ADMINISTER, TOOLS] = ['Administer', 'Tools']

const written: readonly Entry[] = [
  entry(RUN, 'serve', 'Run the server in this terminal', async () => (await import('./commands/serve.ts')).serve),
  entry(
    RUN,
    'init',
    'Set a new server up: owner, API key, context',
    async () => (await import('./commands/init.ts')).init,
  ),
  entry(
    RUN,
    'doctor',
    'What is wrong, and the command that fixes it',
    async () => (await import('./commands/doctor/index.ts')).doctor,
  ),
  entry(
    RUN,
    'demo',
    'Fill a server with people, agents and a delegation',
    async () => (await import('./commands/demo/index.ts')).demo,
  ),
  entry(
    KEEP,
    'backup',
    'Write a backup while the server goes on; keygen',
    async () => (await import('./commands/backup/index.ts')).backup,
  ),
  entry(
    KEEP,
    'restore',
    'Fill an empty database from a backup',
    async () => (await import('./commands/restore.ts')).restore,
  ),
  entry(
    KEEP,
    'migrate',
    'The schema of the database: status, up',
    async () => (await import('./commands/migrate/index.ts')).migrate,
  ),
  entry(KEEP, 'db', 'The database as a whole: move, reopen', async () => (await import('./commands/db/index.ts')).db),
  entry(CONNECT, 'login', 'Sign in with a browser', async () => (await import('./commands/login.ts')).login),
  entry(CONNECT, 'logout', 'End the sign-in', async () => (await import('./commands/logout.ts')).logout),
  entry(
    CONNECT,
    'context',
    'The servers you use: ls, use, add, rm',
    async () => (await import('./commands/context/index.ts')).context,
  ),
  entry(CONNECT, 'whoami', 'Who you are at the server', async () => (await import('./commands/whoami.ts')).whoami),
  entry(
    CONNECT,
    'status',
    'Whether the server is up, and how it is',
    async () => (await import('./commands/status.ts')).status,
  ),
  entry(CONNECT, 'open', 'Open the server in a browser', async () => (await import('./commands/open.ts')).open),
  entry(
    TOOLS,
    'export',
    'The configuration as a file',
    async () => (await import('./commands/export.ts')).exportConfiguration,
  ),
  entry(TOOLS, 'plan', 'What apply would change', async () => (await import('./commands/plan.ts')).plan),
  entry(TOOLS, 'apply', 'Make the server as a file says', async () => (await import('./commands/apply.ts')).apply),
  entry(
    TOOLS,
    'import',
    'Import people with the hashes of their passwords',
    async () => (await import('./commands/import/index.ts')).importPeople,
  ),
  entry(
    TOOLS,
    'config',
    'Settings of the server: get, set',
    async () => (await import('./commands/config/index.ts')).config,
  ),
  entry(
    TOOLS,
    'mode',
    'The mode of the server: get, swap',
    async () => (await import('./commands/mode/index.ts')).mode,
  ),
  entry(TOOLS, 'logs', 'Lines of the server log', async () => (await import('./commands/logs.ts')).logs),
  entry(TOOLS, 'mcp', 'The admin API as tools for an agent', async () => (await import('./commands/mcp/index.ts')).mcp),
  entry(TOOLS, 'api', 'Any request to the API', async () => (await import('./commands/api.ts')).api),
  entry(
    TOOLS,
    'completion',
    'Completion for bash, zsh, fish',
    async () => (await import('./commands/completion.ts')).completion,
  ),
]

function entry(group: string, name: string, about: string, maker: () => Promise<Maker>): Entry {
  return { group, name, about, load: async (actions) => (await maker())(actions) }
}

const administered: readonly Entry[] = nouns.map(({ load, ...noun }) => ({
  ...noun,
  group: ADMINISTER,
  load: async (actions) => {
    const [{ nounCommand }, { operations }] = await Promise.all([import('#/operations/noun-command.ts'), load()])
    const command = nounCommand(noun, operations, actions)
    await extraVerbs[noun.name]?.(command, actions)
    return command
  },
}))

/** All commands of the first level, as help lists them. */
export const entries: readonly Entry[] = [
  ...written.filter(({ group }) => group !== TOOLS),
  ...administered,
  ...written.filter(({ group }) => group === TOOLS),
]
