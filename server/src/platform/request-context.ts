import type { Locale } from '#/protocol/locales.ts'

/** What becomes known of a request while it is served, for the log and the audit log. Nothing is decided by it. */
export interface RequestNotes {
  /** Who proved to be the caller: a person, an admin key or operator, or an OAuth client. */
  caller?: { readonly type: 'user' | 'admin' | 'agent'; readonly id: string }
  /** The OAuth client that the request names, proven or not. */
  namedClient?: string
  /** The grant it is about, once it is one that the client may use. */
  grant?: string
  /** The host behind the gateway that it is for, by its id. */
  upstream?: string
  /** Why the gateway refused it. */
  refusal?: string
}

/**
 * Where one request comes from: made once, and handed from the route to the service to the event. Services know a request
 * by it alone.
 */
export interface RequestContext {
  /** Ours, unique for each request; the response carries it. */
  readonly requestId: string
  /** What the caller calls its request, when that can be repeated in logs: kept beside our own, never instead. */
  readonly clientRequestId?: string | undefined
  /** The address of whoever sent it, from the socket or a trusted proxy's header (rule G6). */
  readonly ip: string
  readonly userAgent: string | undefined
  /** The language the sender is spoken to in. */
  readonly locale: Locale
  readonly cookies: Readonly<Record<string, string>>
  readonly notes: RequestNotes
}

/** What of a request says which language its sender reads; what can't be read is left out. */
export interface LocaleSource {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  readonly queryForm?: { get(name: string): string | undefined } | undefined
}

/** Chooses the language for a request. */
export type NegotiateLocale = (source: LocaleSource) => Locale

/** The same request, spoken to in another language. */
export const withLocale = (context: RequestContext, locale: Locale): RequestContext => {
  const { requestId, clientRequestId, ip, userAgent, cookies, notes } = context
  return { requestId, clientRequestId, ip, userAgent, cookies, notes, locale }
}
