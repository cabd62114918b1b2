/** Makes `docs/reference/cli.md` of the commands themselves, so that it says what they take. */
import { Command } from 'commander'
import type { Option } from 'commander'
import { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { entries } from '#/commands.ts'

const LEAD = `# Commands

<!-- Made from the code by \`npm run generate\`; changes here are lost. -->

Every command of \`mandate\`. The [guide](../guides/cli.md) says how they are meant. Flags may be written as the API names
its fields (\`--client_name\`); lists take commas or are repeated, and have a name for one (\`--grant-type\`).`

const NEVER = new Actions(() => {
  throw new Error('the reference runs no command')
})

/** The whole page. */
export async function referencePage(): Promise<string> {
  const parts = [LEAD, `## Flags of every command\n\n${globalFlags().map(line).join('\n')}`]
  for (const entry of entries) {
    const command = await entry.load(NEVER)
    parts.push(`## ${command.name()}\n\n${entry.about}.${aliasesOf(command)}`)
    for (const each of leavesOf(command, `mandate ${command.name()}`)) parts.push(each)
  }
  return `${parts.join('\n\n')}\n`
}

function globalFlags(): readonly Option[] {
  const command = new Command()
  addGlobalFlags(command)
  return command.options
}

const GLOBAL = new Set(globalFlags().map(({ flags }) => flags))

const aliasesOf = (command: Command): string =>
  command.aliases().length === 0
    ? ''
    : ` Also: ${command
        .aliases()
        .map((name) => `\`${name}\``)
        .join(', ')}.`

/** The parts of a page about a command, or about those below it. */
function leavesOf(command: Command, path: string): string[] {
  if (command.commands.length > 0) return command.commands.flatMap((each) => leavesOf(each, `${path} ${each.name()}`))
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? ` <${name}>` : ` [${name}]`
  })
  const own = command.options.filter(({ flags, hidden }) => !hidden && !GLOBAL.has(flags))
  const said = `### ${path}\n\n\`\`\`\n${path}${words.join('')}\n\`\`\`\n\n${sentence(command.description())}${aliasesOf(command)}`
  return [own.length === 0 ? said : `${said}\n\n${own.map(line).join('\n')}`]
}

const line = ({ flags, description }: Option): string =>
  `- \`${flags}\`${description ? `: ${escaped(description)}` : ''}`

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** What Markdown would take for markup. */
const escaped = (text: string): string =>
  text
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('*', String.raw`\*`)
