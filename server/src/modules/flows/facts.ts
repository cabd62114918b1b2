import type { AuthMethod } from './condition-types.ts'
import type { FlowFacts } from './condition.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'

/** What conditions ask of rooms that don't know flows. */
export interface FactSources {
  /** Ids of the roles that a user has now. */
  rolesOf(userId: string): Promise<readonly string[]>
  /** Ids of the organizations of a user. */
  organizationsOf(userId: string): Promise<readonly string[]>
  /** Whether this person signed in with such a device from such a network before. */
  isKnownDevice(userId: string, device: Device): Promise<boolean>
}

interface Device {
  readonly ip: string
  readonly userAgent: string | undefined
}

/** A sign-in as conditions look at it. */
export interface FactInput extends Device {
  readonly trigger: FlowTrigger
  /** Without an id while they sign up: then nothing is known of them yet. */
  readonly user: Pick<User, 'email' | 'metadata'> & { readonly id: string | null }
  readonly methods: readonly string[]
  readonly clientId: string | null
  readonly now: number
}

/** The words of operators for how a sign-in was proven (RFC 8176 §2, and ours). */
const authMethodOf: Readonly<Record<string, AuthMethod>> = {
  pwd: 'password',
  email: 'magic_link',
  hwk: 'passkey',
  swk: 'passkey',
  fed: 'social',
  sso: 'sso',
  mfa: 'second_factor',
}

/** The facts of a sign-in; each query is made once, when somebody asks. */
export function factsOf(
  sources: FactSources,
  { user, methods, trigger, clientId, ip, userAgent, now }: FactInput,
): FlowFacts {
  const { id } = user
  const ofUser = <T>(nothing: T, ask: (id: string) => Promise<T>) =>
    once(() => (id === null ? Promise.resolve(nothing) : ask(id)))
  const names = methods.flatMap((method) => authMethodOf[method] ?? [])
  return {
    trigger,
    email: user.email,
    metadata: user.metadata,
    authMethods: [...new Set(names)],
    clientId,
    ip,
    now,
    roles: ofUser<readonly string[]>([], (known) => sources.rolesOf(known)),
    organizations: ofUser<readonly string[]>([], (known) => sources.organizationsOf(known)),
    isNewDevice: ofUser(true, async (known) => !(await sources.isKnownDevice(known, { ip, userAgent }))),
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => (asked ??= ask())
}
