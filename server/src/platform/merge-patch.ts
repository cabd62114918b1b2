type Members = Readonly<Record<string, unknown>>

/** Fields of which some are given; undefined stands for what a patch leaves out. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The fields that a merge patch gives (RFC 7396 §2): what it leaves out stays as it is, null is a value like others. */
export const given = <T extends object>(fields: Given<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** What a member of a patch becomes, if it is given. */
export const ifGiven = <V, R>(value: V | undefined, become: (value: V) => R): R | undefined =>
  value === undefined ? undefined : become(value)

/** A list without what comes twice. */
export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/**
 * An object of any members after a merge patch (RFC 7396 §2): null removes a member, objects merge, everything else
 * replaces, spelled as it is to be kept.
 */
export function mergePatch(
  target: Members,
  patch: Members,
  spell = (value: unknown): unknown => value,
): Record<string, unknown> {
  const members = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    const before = members.get(name)
    if (value === null) members.delete(name)
    else members.set(name, isObject(value) ? mergePatch(isObject(before) ? before : {}, value, spell) : spell(value))
  }
  return Object.fromEntries(members)
}

/** Of some fields those that change what they were. */
export const changing = <T extends object>(before: T, fields: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => isOther((before as Members)[name], value)),
  ) as Partial<T>

/** What differs between two states, by name, as events tell it. */
export function changesBetween(before: Members, after: Members): Record<string, { before: unknown; after: unknown }> {
  const names = Object.keys({ ...before, ...after }).filter((name) => isOther(before[name], after[name]))
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]))
}

/** The same in the words of settings: from what to what, where null is nothing. */
export const changesFromTo = (before: Members, after: Members): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(
    Object.entries(changesBetween(before, after)).map(([name, change]) => [
      name,
      { from: change.before ?? null, to: change.after ?? null },
    ]),
  )

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
