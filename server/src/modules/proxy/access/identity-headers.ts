import type { Caller } from './caller.ts'

/** The headers that tell an upstream who calls, as they are written. Nothing of these names comes in from outside. */
export const IDENTITY_HEADERS = [
  'X-User-ID',
  'X-User-Email',
  'X-User-Roles',
  'X-Agent-ID',
  'X-Auth-Method',
  'X-Mandate-Assertion',
] as const
export type IdentityHeaders = Partial<Record<(typeof IDENTITY_HEADERS)[number], string>>

// What is not printable ASCII, the percent sign that would make an escape of what is none, and the space.
const ESCAPED = /[^\x21-\x24\x26-\x7e]/gu

/** A text as the value of a header: percent-encoded where it must be, so that it can't begin another one. */
export const headerValue = (text: string): string =>
  text.toWellFormed().replaceAll(ESCAPED, (letter) => encodeURIComponent(letter))

/** What the headers say of whoever calls, but for the assertion. */
export function identityHeaders(caller: Caller | undefined): IdentityHeaders {
  if (!caller) return {}
  const { user, agent, method } = caller
  return {
    ...(user ? { 'X-User-ID': user.id, 'X-User-Email': headerValue(user.email) } : {}),
    ...(user && user.roles.length > 0
      ? { 'X-User-Roles': user.roles.map(({ name }) => headerValue(name).replaceAll(',', '%2C')).join(',') }
      : {}),
    ...(agent ? { 'X-Agent-ID': headerValue(agent.id) } : {}),
    'X-Auth-Method': method,
  }
}
