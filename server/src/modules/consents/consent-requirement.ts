import type { Client } from '#/modules/clients/index.ts'
import type { Mode } from '#/modules/system/index.ts'
import type { Consent } from './consent.ts'
import { covers } from './granted-scope.ts'

/** What decides whether a person is asked. */
interface Question {
  readonly client: Client
  readonly redirectUri: string
  readonly scope: string
  readonly resource: readonly string[]
  readonly prompt: readonly string[]
  readonly mode: Mode
}

/**
 * Why the person must be asked although they are signed in: the client wants it, nobody vouches for the client, anyone
 * could pose as it, or it was not allowed this before. Undefined when they need not be.
 */
export type ReasonToAsk = 'prompt' | 'unverified' | 'receiver' | 'not_allowed'

/**
 * Whether and why a person is asked. A remembered consent speaks for a client that an operator vouches for and that can't
 * be posed as: anyone can open a loopback port or claim a private scheme (RFC 8252 §8.6), which gets them nothing where
 * codes are redeemed with a secret or a key, and which an operator takes into account for an application of their own.
 * That one is not even asked the first time where only it can receive the code. `dev` mode remembers everybody.
 */
export function reasonToAsk(question: Question, living: Consent | undefined): ReasonToAsk | undefined {
  const { client, prompt, mode } = question
  if (prompt.includes('consent') || prompt.includes('select_account')) return 'prompt'
  if (mode === 'dev' && isRemembered(question, living)) return undefined
  if (!client.trusted) return 'unverified'
  if (!client.firstParty && !isReceiver(question)) return 'receiver'
  if (isRemembered(question, living)) return undefined
  return client.firstParty && isReceiver(question) ? undefined : 'not_allowed'
}

/** Whether what is asked was allowed before. */
export const isRemembered = (
  question: Pick<Question, 'scope' | 'resource'>,
  living: Consent | undefined,
): living is Consent => living !== undefined && covers(living.granted, question)

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Whether a code is of use to the client alone: it proves itself, or TLS leads to a host that is not the person's machine. */
export function isReceiver({ client, redirectUri }: Pick<Question, 'client' | 'redirectUri'>): boolean {
  if (client.authMethod !== 'none') return true
  const url = URL.parse(redirectUri)
  return url?.protocol === 'https:' && !LOOPBACK_HOSTS.includes(url.hostname)
}
