import type { Styles } from '#/frame/terminal.ts'
import { visible } from '#/frame/terminal.ts'
import { isSecretMember } from './references.ts'
import type { Change, Plan } from './plan.ts'

/** A plan as people read it: a line for each thing, and one for each member that changes. */
export function planLines({ changes, unknown }: Plan, styles: Styles): string[] {
  const marks = {
    create: styles.green('+'),
    set: styles.yellow('~'),
    update: styles.yellow('~'),
    replace: styles.yellow('±'),
    delete: styles.red('-'),
  }
  const lines = changes.flatMap((change) => [
    `${marks[change.action]} ${styles.bold(nameOf(change))}`,
    ...membersOf(change),
  ])
  if (unknown.length === 0) return lines
  const names = unknown.length > 10 ? [...unknown.slice(0, 10), `and ${unknown.length - 10} more`] : unknown
  return [...lines, `Not in the file, and left alone without --prune: ${names.map(visible).join(', ')}`]
}

/** What a change is about. */
export const nameOf = (change: Change): string =>
  change.action === 'set' ? change.single.name : visible(`${change.kind.name}/${change.key}`)

function membersOf(change: Change): string[] {
  if (change.action === 'delete') return []
  if (change.action === 'create')
    return Object.entries(change.wanted).map(([name, value]) => `    ${name}: ${shown(name, value)}`)
  return Object.entries(change.differences).map(
    ([name, { from, to }]) => `    ${name}: ${shown(name, from)} → ${shown(name, to)}`,
  )
}

/** References to secrets are no secrets, but nobody has to read them to judge a plan. */
const shown = (name: string, value: unknown): string =>
  isSecretMember(name) ? '(secret)' : visible(JSON.stringify(value) ?? 'null')

/** The same for machines. */
export const changesForMachines = ({ changes, unknown }: Plan) => ({
  changes: changes.map((change) => ({
    action: change.action,
    name: nameOf(change),
    members: 'differences' in change ? change.differences : 'wanted' in change ? change.wanted : {},
  })),
  unknown,
})
