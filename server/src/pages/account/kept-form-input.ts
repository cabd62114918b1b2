import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const NAME = 'mandate_draft'
const LIFE_SECONDS = 600
const MAX_LENGTH = 600

/**
 * Lets what somebody typed wait in their own browser while they prove that it is them (WCAG 3.3.7), for this session
 * only. No password ever does, and nothing that decides: the form is filled in again, and sent by hand.
 */
export function withDraft(page: PageContext, { session }: SessionPrincipal, reply: Reply, typed: string): Reply {
  const text = Buffer.from(typed.slice(0, MAX_LENGTH)).toString('base64url')
  return reply.withCookie(cookie(page, `${session.id}.${text}`, LIFE_SECONDS))
}

/** What waited, if anything did. */
export function draftOf({ context, services }: PageContext, { session }: SessionPrincipal): string | undefined {
  const value = context.cookies[cookieName(NAME, isSecure(services.issuer))]
  const [id, text] = value?.split('.') ?? []
  if (text === undefined || id !== session.id) return undefined
  return Buffer.from(text, 'base64url').toString().slice(0, MAX_LENGTH)
}

/** Forgets it. */
export const withoutDraft = (page: PageContext, reply: Reply): Reply => reply.withCookie(cookie(page, '', 0))

function cookie({ services }: PageContext, value: string, maxAge: number): string {
  const secure = isSecure(services.issuer)
  return setCookie(cookieName(NAME, secure), value, { secure, maxAge })
}

const isSecure = (issuer: string): boolean => issuer.startsWith('https:')
