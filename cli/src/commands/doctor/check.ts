import type { Located } from '#/connection/locate.ts'

/** The groups, in the order they are shown. */
export const groups = ['Config', 'Database', 'Keys', 'Network', 'Mail', 'Clock', 'Security', 'Gateway'] as const
export type Group = (typeof groups)[number]

/** What a check found: fine, worth a look, wrong, or not to be seen from here. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'unknown'

/** One line of the report. */
export interface Check {
  readonly group: Group
  readonly name: string
  readonly verdict: Verdict
  /** What was found. */
  readonly value: string
  /** The command that puts it right. */
  readonly fix?: string
  /** The same, where it is safe to be done without asking. */
  readonly repair?: () => Promise<void>
}

export type Item = Readonly<Record<string, unknown>>

/** What the checks look at, asked once. Undefined where nobody answered or the caller may not know. */
export interface Facts {
  readonly located: Located
  /** Why the server could not be reached. */
  readonly unreachable: string | undefined
  readonly ready: boolean
  /** How far its clock is from ours, in milliseconds. */
  readonly clockOffsetMs: number | undefined
  readonly discovery: Item | undefined
  readonly keySet: Item | undefined
  /** Why what follows is not known. */
  readonly refused: string | undefined
  readonly health: Item | undefined
  readonly settings: Item | undefined
  readonly mode: string | undefined
  readonly mail: Item | undefined
  readonly signingKeys: readonly Item[] | undefined
  readonly gateway: Item | undefined
  readonly apiKeys: readonly Item[] | undefined
}

/** A member of a member, as it came. */
export function member(item: Item | undefined, name: string): Item | undefined {
  const value = item?.[name]
  return typeof value === 'object' && value !== null ? (value as Item) : undefined
}

/** A value as text; nothing for null. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
