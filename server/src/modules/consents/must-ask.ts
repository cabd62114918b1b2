import type { Client } from '#/modules/clients/index.ts'
import type { Consent } from './consent.ts'
import { covers } from './granted.ts'

/** What decides whether a person is asked. */
interface Question {
  readonly client: Client
  readonly redirectUri: string
  readonly scope: string
  readonly resource: readonly string[]
  readonly prompt: readonly string[]
}

/**
 * Whether the person must be asked although they are signed in. A remembered consent speaks only for a client that an
 * operator vouches for and whose redirect URI proves who gets the code: anyone can open a loopback port or claim a
 * private scheme and pose as a client that was allowed before (RFC 8252 §8.6). An application of the server's own
 * people is allowed before it asks, under the same condition.
 */
export function mustAsk(question: Question, living: Consent | undefined): boolean {
  const { client, prompt } = question
  if (prompt.includes('consent') || prompt.includes('select_account')) return true
  if (!client.trusted || !provesReceiver(question.redirectUri)) return true
  return !client.firstParty && !isRemembered(question, living)
}

/** Whether what is asked was allowed before. */
export const isRemembered = (
  question: Pick<Question, 'scope' | 'resource'>,
  living: Consent | undefined,
): living is Consent => living !== undefined && covers(living.granted, question)

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Whether only one party can receive what is sent to this address: TLS to a host that is not the person's machine. */
export function provesReceiver(redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  return url?.protocol === 'https:' && !LOOPBACK_HOSTS.includes(url.hostname)
}
