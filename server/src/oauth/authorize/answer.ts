import type { Client } from '#/modules/clients/index.ts'
import { errorOnwardPage, needsClick } from '#/oauth/shared/onward-page.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

/** Where an answer goes, and the state that came with the question. */
export interface Returning {
  readonly redirectUri: string
  readonly state: string | null
}

/** The addresses of authorization answers. Each names the issuer, so that no client mixes up servers (RFC 9207 §2). */
export class Answers {
  readonly #issuer: string
  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** RFC 6749 §4.1.2. */
  code(to: Returning, code: string): Reply {
    return this.#send(to, { code })
  }

  /** RFC 6749 §4.1.2.1. */
  error(to: Returning, error: string, description: string): Reply {
    return this.#send(to, { error, error_description: asciiOnly(description) })
  }

  /** The same before the person did anything here: whom nobody vouches for gets it behind a link. */
  errorUnasked(to: Returning, client: Client, locale: Locale, error: string, description: string): Reply {
    if (!needsClick(client)) return this.error(to, error, description)
    const address = this.#addressOf(to, { error, error_description: asciiOnly(description) })
    return errorOnwardPage({ client, address, locale }, error, description)
  }

  #send(to: Returning, members: Record<string, string>): Reply {
    return seeOther(this.#addressOf(to, members))
  }

  #addressOf({ redirectUri, state }: Returning, members: Record<string, string>): string {
    const query = new URLSearchParams({ ...members, ...(state === null ? {} : { state }), iss: this.#issuer })
    // Appended as text: the registered address stays as it was written, also when it carries a query (RFC 6749 §3.1.2).
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  }
}

// RFC 6749 §4.1.2.1 allows printable ASCII without the quote and the backslash.
const asciiOnly = (text: string): string => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?')
