import { isDeepStrictEqual } from 'node:util'
import { usageError } from '#/frame/failure.ts'
import type { Kind, Members, Single } from './kind.ts'
import { kinds, singles } from './kinds.ts'
import { isSecretMember, mapDeep, requireReference } from './references.ts'
import type { Existing, State } from './state.ts'

/** What a file holds: settings by their names, and objects by kind and name. */
export type Configuration = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface Difference {
  readonly from: unknown
  readonly to: unknown
}

/** One thing that is not as the file says. */
export type Change =
  | { readonly action: 'set'; readonly single: Single; readonly differences: Readonly<Record<string, Difference>> }
  | { readonly action: 'create'; readonly kind: Kind; readonly key: string; readonly wanted: Members }
  | {
      readonly action: 'update' | 'replace'
      readonly kind: Kind
      readonly key: string
      readonly wanted: Members
      readonly existing: Existing
      readonly differences: Readonly<Record<string, Difference>>
    }
  | { readonly action: 'delete'; readonly kind: Kind; readonly key: string; readonly existing: Existing }

/** What has to change, and what the server has that the file does not know. */
export interface Plan {
  readonly changes: readonly Change[]
  readonly unknown: readonly string[]
}

/** Compares a file with a server. What the file doesn't say of a thing stays; things it doesn't know go with `prune` alone. */
export function planOf(configuration: Configuration, state: State, prune: boolean): Plan {
  check(configuration)
  const set = singles.flatMap((single) => {
    const differences = differencesOf(configuration[single.name] ?? {}, state.singles.get(single.name) ?? {})
    return Object.keys(differences).length === 0 ? [] : [{ action: 'set', single, differences } as const]
  })
  const made = kinds.flatMap((kind) => changesOf(kind, configuration[kind.name] ?? {}, state))
  const strangers = kinds.toReversed().flatMap((kind) => strangersOf(kind, configuration, state))
  return {
    changes: [...set, ...made, ...(prune ? strangers : [])],
    unknown: prune ? [] : strangers.map(({ kind, key }) => `${kind.name}/${key}`),
  }
}

function check(configuration: Configuration): void {
  const known = new Set([...singles, ...kinds].map(({ name }) => name))
  const strange = Object.keys(configuration).find((name) => !known.has(name))
  if (strange !== undefined) throw usageError(`There is no kind "${strange}".`, `One of: ${[...known].join(', ')}`)
  mapDeep(configuration, (text, member) => {
    if (isSecretMember(member)) requireReference(text)
    return text
  })
}

/** What is said of an object is something that can be, and its name is the one it is known by: else no plan ever ends. */
function checkMembers(kind: Kind, key: string, members: Members, taken: ReadonlySet<string> | undefined): void {
  const strange = Object.keys(members).find((name) => taken?.has(name) !== true)
  if (strange !== undefined)
    throw usageError(`${kind.name}/${key} has no member "${strange}".`, `One of: ${[...(taken ?? [])].join(', ')}`)
  const name = kind.create === undefined ? '' : kind.keyOf(members)
  const says = kind.identity.every((member) => member in members)
  if (says && name !== key.replace(/ \(\d+\)$/, '') && name !== key)
    throw usageError(`${kind.name}/${key} calls itself "${name}".`, `Its key has to be "${name}".`)
}

function changesOf(kind: Kind, wanted: Readonly<Record<string, unknown>>, { objects, taken }: State): Change[] {
  const existing = objects.get(kind.name)
  return Object.entries(wanted).flatMap(([key, said]): Change[] => {
    if (typeof said !== 'object' || said === null) throw usageError(`${kind.name}/${key} is no object.`)
    const members = said as Members
    checkMembers(kind, key, members, taken.get(kind.name))
    const found = existing?.get(key)
    if (!found) {
      if (kind.create === undefined) throw usageError(`The server has no ${kind.name}/${key}, and it can't be made.`)
      return [{ action: 'create', kind, key, wanted: members }]
    }
    const complete = revived(members, found, taken.get(kind.name))
    const differences = differencesOf(complete, found.members)
    if (Object.keys(differences).length === 0) return []
    return [
      {
        action: kind.update === undefined ? 'replace' : 'update',
        kind,
        key,
        wanted: complete,
        existing: found,
        differences,
      },
    ]
  })
}

/** What was turned off is turned on again where the file names it and says nothing else. */
const revived = (members: Members, { ignored }: Existing, taken: ReadonlySet<string> | undefined): Members =>
  ignored && taken?.has('active') === true ? { active: true, ...members } : members

const strangersOf = (kind: Kind, configuration: Configuration, { objects }: State) =>
  kind.remove === undefined
    ? []
    : [...(objects.get(kind.name) ?? [])].flatMap(([key, existing]) =>
        existing.ignored || Object.hasOwn(configuration[kind.name] ?? {}, key)
          ? []
          : [{ action: 'delete', kind, key, existing } as const],
      )

/** Members that are not as wanted. Secrets can't be compared: they follow when something else changes. */
function differencesOf(wanted: Members, now: Members): Record<string, Difference> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, to]) => {
      const from = now[name]
      return isSecretMember(name) || isAsWanted(completed(name, to), from) ? [] : [[name, { from: from ?? null, to }]]
    }),
  )
}

/** With codes come refresh tokens, whether or not they were named. */
const completed = (name: string, value: unknown): unknown =>
  name === 'grant_types' && Array.isArray(value) && value.includes('authorization_code')
    ? [...new Set([...(value as unknown[]), 'refresh_token'])]
    : value

/** Lists of words are sets; of an object what is said counts, and what the server adds does not. */
function isAsWanted(wanted: unknown, now: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(now)) {
    if (wanted.length !== now.length) return false
    if (wanted.every((each) => typeof each === 'string'))
      return isDeepStrictEqual(wanted.toSorted(), [...(now as string[])].toSorted())
    return wanted.every((each, i) => isAsWanted(each, now[i]))
  }
  if (isObject(wanted) && isObject(now))
    return Object.entries(wanted).every(([name, value]) => isSecretMember(name) || isAsWanted(value, now[name]))
  return isDeepStrictEqual(wanted ?? null, now ?? null)
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
