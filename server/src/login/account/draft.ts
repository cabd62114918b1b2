import { cookieName, setCookie } from '#/platform/http/cookies.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { PageVisit } from '#/login/page-visit.ts'

const NAME = 'mandate_draft'
const LIFE_SECONDS = 600
const LONGEST = 600

/**
 * Lets what somebody typed wait in their own browser while they prove that it is them (WCAG 3.3.7). No password ever
 * does, and nothing that decides: the form is filled in again, and sent by hand.
 */
export function withDraft({ services }: PageVisit, reply: Reply, typed: string): Reply {
  const secure = services.issuer.startsWith('https:')
  const value = Buffer.from(typed.slice(0, LONGEST)).toString('base64url')
  return reply.withCookie(setCookie(cookieName(NAME, secure), value, { secure, maxAge: LIFE_SECONDS }))
}

/** What waited, if anything did. */
export function draftOf({ request, services }: PageVisit): string | undefined {
  const value = request.cookies[cookieName(NAME, services.issuer.startsWith('https:'))]
  return value === undefined ? undefined : Buffer.from(value, 'base64url').toString().slice(0, LONGEST)
}

/** Forgets it. */
export function withoutDraft({ services }: PageVisit, reply: Reply): Reply {
  const secure = services.issuer.startsWith('https:')
  return reply.withCookie(setCookie(cookieName(NAME, secure), '', { secure, maxAge: 0 }))
}
