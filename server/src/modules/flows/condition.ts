import { BlockList, isIP, isIPv6 } from 'node:net'
import { weekdays } from './condition-types.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import type { AuthMethod, Condition, LeafName, LeafValue } from './condition-types.ts'

/** What conditions look at. What takes a query is asked for when a condition needs it. */
export interface FlowFacts {
  readonly trigger: FlowTrigger
  readonly email: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly authMethods: readonly AuthMethod[]
  readonly clientId: string | null
  readonly ip: string
  readonly now: number
  /** Ids. */
  roles(): Promise<readonly string[]>
  /** Ids. */
  organizations(): Promise<readonly string[]>
  isNewDevice(): Promise<boolean>
}

/** One condition as it was met: what stood there, and what was found. */
export interface Seen {
  readonly pointer: string
  readonly condition: LeafName
  readonly expected: unknown
  readonly saw: unknown
  readonly holds: boolean
}

/** A condition that is ready to be asked. Notes what it saw, if somebody wants to know. */
export type CompiledCondition = (facts: FlowFacts, seen?: Seen[]) => Promise<boolean>

/** Prepares a condition that was checked, so that asking it parses nothing. */
export function compileCondition(condition: Condition, pointer = ''): CompiledCondition {
  const parts = Object.entries(condition).map(([name, value]) => compileMember(name, value, `${pointer}/${name}`))
  return allOf(parts)
}

function compileMember(name: string, value: unknown, pointer: string): CompiledCondition {
  if (name === 'all_of' || name === 'any_of') {
    const parts = (value as Condition[]).map((part, i) => compileCondition(part, `${pointer}/${i}`))
    return name === 'all_of' ? allOf(parts) : someOf(parts)
  }
  if (name === 'not') {
    const part = compileCondition(value as Condition, pointer)
    return async (facts, seen) => !(await part(facts, seen))
  }
  return compileLeaf(name as LeafName, value as never, pointer)
}

// Every part is asked, also when one has decided: whoever reads what was seen sees all of it.
const allOf =
  (parts: readonly CompiledCondition[]): CompiledCondition =>
  async (facts, seen) => {
    let holds = true
    for (const part of parts) holds = (await part(facts, seen)) && holds
    return holds
  }

const someOf =
  (parts: readonly CompiledCondition[]): CompiledCondition =>
  async (facts, seen) => {
    let holds = false
    for (const part of parts) holds = (await part(facts, seen)) || holds
    return holds
  }

/** Looks at one thing: what it is, and whether it fits. */
type Look = (facts: FlowFacts) => Promise<Looked> | Looked
interface Looked {
  readonly saw: unknown
  readonly holds: boolean
}

function compileLeaf<N extends LeafName>(name: N, value: LeafValue<N>, pointer: string): CompiledCondition {
  const look = (leaves[name] as (value: LeafValue<N>) => Look)(value)
  return async (facts, seen) => {
    const { saw, holds } = await look(facts)
    seen?.push({ pointer, condition: name, expected: value, saw, holds })
    return holds
  }
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

const oneIn =
  <T>(value: T | readonly T[], find: (facts: FlowFacts) => T | null): Look =>
  (facts) => {
    const saw = find(facts)
    return { saw, holds: saw !== null && listOf(value).includes(saw) }
  }

const someIn =
  <T>(value: T | readonly T[], find: (facts: FlowFacts) => Promise<readonly T[]> | readonly T[]): Look =>
  async (facts) => {
    const saw = await find(facts)
    return { saw, holds: listOf(value).some((one) => saw.includes(one)) }
  }

const leaves: { readonly [N in LeafName]: (value: LeafValue<N>) => Look } = {
  email_domain: (value) => oneIn(value, ({ email }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()),
  user_has_role: (value) => someIn(value, (facts) => facts.roles()),
  in_org: (value) => someIn(value, (facts) => facts.organizations()),
  metadata_eq: (value) => {
    const wanted = Object.entries(value)
    return ({ metadata }) => {
      const found = wanted.map(([path]) => [path, memberAt(metadata, path) ?? null] as const)
      const holds = wanted.every(([path, one]) => memberAt(metadata, path) === one)
      return { saw: Object.fromEntries(found), holds }
    }
  },
  has_metadata: (value) =>
    someIn(value, ({ metadata }) => listOf(value).filter((path) => memberAt(metadata, path) !== undefined)),
  auth_method: (value) => someIn(value, ({ authMethods }) => authMethods),
  client_id: (value) => oneIn(value, ({ clientId }) => clientId),
  ip_in: (value) => {
    const networks = new BlockList()
    for (const text of listOf(value)) addNetwork(networks, text)
    return ({ ip }) => ({ saw: ip, holds: isIP(ip) !== 0 && networks.check(ip, familyOf(ip)) })
  },
  new_device: (value) => async (facts) => {
    const saw = await facts.isNewDevice()
    return { saw, holds: saw === value }
  },
  time_of_day: (value) => {
    const clockOf = clockIn(value.time_zone ?? 'UTC')
    return ({ now }) => {
      const { day, time } = clockOf(now)
      const isDay = value.days === undefined || (value.days as readonly string[]).includes(day)
      const { from, to } = value
      const isTime = from < to ? from <= time && time < to : time >= from || time < to
      return { saw: `${day} ${time}`, holds: isDay && isTime }
    }
  },
  trigger_eq: (value) => oneIn(value, ({ trigger }) => trigger),
}

/** The member of a value at a path of names with dots between; only what is its own counts. */
export function memberAt(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4')

/** Adds an address or a network to a list; false for a text that is neither. */
export function addNetwork(networks: BlockList, text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  if (isIP(ip) === 0 || rest.length > 0) return false
  const widest = isIPv6(ip) ? 128 : 32
  if (bits === undefined) networks.addAddress(ip, familyOf(ip))
  else if (!/^(0|[1-9][0-9]{0,2})$/.test(bits) || Number(bits) > widest) return false
  else networks.addSubnet(ip, Number(bits), familyOf(ip))
  return true
}

/** A clock of a time zone: day and time of a moment. Throws `RangeError` for a zone that does not exist. */
export function clockIn(timeZone: string): (now: number) => { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (now) => {
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
    const day = (parts.get('weekday') ?? '').toLowerCase()
    return { day: weekdays.find((one) => one === day) ?? '', time: `${parts.get('hour')}:${parts.get('minute')}` }
  }
}
