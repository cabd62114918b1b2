// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { EndedCounts } from './shared.ts'

/** How mail is sent, what it says, and the inbox of the dev provider. */
export class EmailApi {
  readonly #transport: Transport
  readonly devInbox: EmailDevInboxApi
  readonly templates: EmailTemplatesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.devInbox = new EmailDevInboxApi(transport)
    this.templates = new EmailTemplatesApi(transport)
  }

  /**
   * Read how mail is sent.
   *
   * The set-up, and whether messages wait. The password is never shown. Admin key or operator session with the scope
   * email:read.
   */
  getConfig(options?: RequestOptions): Promise<EmailGetConfigResult> {
    return this.#transport.request('GET', '/api/v1/admin/email-config', options)
  }

  /**
   * Show a template as a message.
   *
   * The HTML it becomes with sample values. Admin key or operator session with the scope email:read.
   */
  preview(template: string, query?: EmailPreviewQuery, options?: RequestOptions): Promise<string> {
    return this.#transport.request('GET', path`/api/v1/admin/email-preview/${template}`, { ...options, query })
  }

  /**
   * Send a test message.
   *
   * Sent at once, so that the response says whether it was delivered to the mail server, and if not, why. Admin key or
   * operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof
   * (reauthentication_required).
   */
  sendTest(body: EmailSendTestBody, query?: EmailSendTestQuery, options?: RequestOptions): Promise<EmailSendTestResult> {
    return this.#transport.request('POST', '/api/v1/admin/test-email', { ...options, body, query })
  }

  /**
   * Change how mail is sent.
   *
   * A merge patch: null goes back to the default. The password is stored encrypted and never shown; it must be given
   * again when the mail server changes. Admin key or operator session with the scope email:write; every scope must be
   * open to the caller; a person needs a fresh proof (reauthentication_required).
   */
  updateConfig(body: EmailConfigPatch, options?: RequestOptions): Promise<EmailUpdateConfigResult> {
    return this.#transport.request('PATCH', '/api/v1/admin/email-config', { ...options, body })
  }
}

/** `email.devInbox` */
export class EmailDevInboxApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Empty the dev inbox.
   *
   * Only while the e-mail provider is dev. With dry_run it only answers how many messages there are. Admin key or
   * operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof
   * (reauthentication_required).
   */
  clear(query?: EmailDevInboxClearQuery, options?: RequestOptions): Promise<EmailDevInboxClearResult> {
    return this.#transport.request('DELETE', '/api/v1/admin/dev/emails', { ...options, query })
  }

  /**
   * Get a message of the dev inbox.
   *
   * As it would have been sent. Only while the e-mail provider is dev. Admin key or operator session with the scope
   * email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).
   */
  get(id: string, options?: RequestOptions): Promise<DevEmail> {
    return this.#transport.request('GET', path`/api/v1/admin/dev/emails/${id}`, options)
  }

  /**
   * List messages in the dev inbox.
   *
   * Only while the e-mail provider is dev. The links in messages open accounts, so reading takes full access. Admin key
   * or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh
   * proof (reauthentication_required).
   */
  list(query?: EmailDevInboxListQuery, options?: RequestOptions): PageRequest<DevEmail> {
    return this.#transport.list('/api/v1/admin/dev/emails', { ...options, query })
  }
}

/** `email.templates` */
export class EmailTemplatesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get an e-mail template.
   *
   * The text in use, and the variables it may name. Admin key or operator session with the scope email:read.
   */
  get(id: string, query?: EmailTemplatesGetQuery, options?: RequestOptions): Promise<EmailTemplate> {
    return this.#transport.request('GET', path`/api/v1/admin/email-templates/${id}`, { ...options, query })
  }

  /**
   * List e-mail templates.
   *
   * In one language; in the order of their kinds, whether changed or not. Admin key or operator session with the scope
   * email:read.
   */
  list(query?: EmailTemplatesListQuery, options?: RequestOptions): PageRequest<EmailTemplate> {
    return this.#transport.list('/api/v1/admin/email-templates', { ...options, query })
  }

  /**
   * Preview an e-mail template.
   *
   * What is given is shown unsaved, with sample values. Show the html in a sandboxed frame: it is markup that an
   * operator wrote. Admin key or operator session with the scope email:read.
   */
  preview(id: string, body?: EmailTemplatesPreviewBody, query?: EmailTemplatesPreviewQuery, options?: RequestOptions): Promise<EmailTemplatesPreviewResult> {
    return this.#transport.request('POST', path`/api/v1/admin/email-templates/${id}/preview`, { ...options, body, query })
  }

  /**
   * Take the built-in e-mail template back.
   *
   * Subject and text become what they were at first. Admin key or operator session with the scope email:write; every
   * scope must be open to the caller; a person needs a fresh proof (reauthentication_required).
   */
  reset(id: string, query?: EmailTemplatesResetQuery, options?: RequestOptions): Promise<EmailTemplate> {
    return this.#transport.request('POST', path`/api/v1/admin/email-templates/${id}/reset`, { ...options, query })
  }

  /**
   * Send an e-mail template with sample values.
   *
   * Sent at once, so that the response says whether it was delivered to the mail server, and if not, why. Admin key or
   * operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof
   * (reauthentication_required).
   */
  sendTest(id: string, body: EmailTemplatesSendTestBody, query?: EmailTemplatesSendTestQuery, options?: RequestOptions): Promise<EmailTemplatesSendTestResult> {
    return this.#transport.request('POST', path`/api/v1/admin/email-templates/${id}/send-test`, { ...options, body, query })
  }

  /**
   * Change an e-mail template.
   *
   * A merge patch: null takes the built-in text back. A variable that the template does not have is an error. Admin key
   * or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh
   * proof (reauthentication_required).
   */
  update(id: string, body: EmailTemplatesUpdateBody, query?: EmailTemplatesUpdateQuery, options?: RequestOptions): Promise<EmailTemplate> {
    return this.#transport.request('PATCH', path`/api/v1/admin/email-templates/${id}`, { ...options, body, query })
  }
}

export interface DevEmail {
  id: string
  to: string
  subject: string
  html: string
  text: string
  created_at: string
}

export interface EmailConfigPatch {
  provider?: 'dev' | 'smtp' | null | undefined
  from_address?: string | null | undefined
  from_name?: string | null | undefined
  daily_limit?: number | null | undefined
  smtp?: {
    host?: string | null | undefined
    port?: number | null | undefined
    user?: string | null | undefined
    password?: string | null | undefined
    security?: 'starttls' | 'tls' | 'none' | null | undefined
  } | undefined
}

export interface EmailTemplate {
  id: 'verify' | 'reset' | 'magic_link' | 'invitation' | 'welcome' | 'new_sign_in' | 'password_changed' | 'email_changed' | 'mfa_changed' | 'passkey_added' | 'account_linked' | 'operator_changed' | 'webhook_disabled' | 'account_deleted'
  locale: 'en' | 'es'
  subject: string
  /**
   * What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the
   * branding. Markup that begins with <!doctype or <html is the whole message.
   */
  html: string
  /** What it may use, as {{variable}}. */
  variables: string[]
  /** false: it is the built-in one. */
  customized: boolean
  updated_at: string | null
}

export interface EmailGetConfigResult {
  /** smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails. */
  provider: 'dev' | 'smtp'
  from_address: string | null
  from_name: string | null
  daily_limit: number | null
  smtp: {
    host: string | null
    port: number
    user: string | null
    /** A mask when one is set. */
    password: string | null
    /** starttls (mostly port 587) and tls (465) insist on a valid certificate. none is for the same machine. */
    security: 'starttls' | 'tls' | 'none'
  }
  /** Who mail comes from, defaults filled in. */
  sender: string
  status: {
    /** smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails. */
    tier: 'dev' | 'smtp'
    /** Whether mail leaves the server. */
    configured: boolean
    sent_today: number
    daily_limit: number
    /** Messages queued. */
    waiting: number
  }
}

export interface EmailPreviewQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailSendTestBody {
  /** One plain address, without a display name. */
  to: string
}

export interface EmailSendTestQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailSendTestResult {
  sent: true
  to: string
}

export interface EmailUpdateConfigResult {
  /** smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails. */
  provider: 'dev' | 'smtp'
  from_address: string | null
  from_name: string | null
  daily_limit: number | null
  smtp: {
    host: string | null
    port: number
    user: string | null
    /** A mask when one is set. */
    password: string | null
    /** starttls (mostly port 587) and tls (465) insist on a valid certificate. none is for the same machine. */
    security: 'starttls' | 'tls' | 'none'
  }
  /** Who mail comes from, defaults filled in. */
  sender: string
  status: {
    /** smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails. */
    tier: 'dev' | 'smtp'
    /** Whether mail leaves the server. */
    configured: boolean
    sent_today: number
    daily_limit: number
    /** Messages queued. */
    waiting: number
  }
}

export interface EmailDevInboxClearQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface EmailDevInboxClearResult {
  /** 0 in a dry run. */
  deleted_emails: number
  dry_run: boolean
  counts: EndedCounts
}

export interface EmailDevInboxListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only messages to this address. */
  to?: string | undefined
}

export interface EmailTemplatesGetQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailTemplatesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailTemplatesPreviewBody {
  subject?: string | undefined
  /**
   * What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the
   * branding. Markup that begins with <!doctype or <html is the whole message.
   */
  html?: string | undefined
  /** Values instead of the samples. */
  variables?: Record<string, string> | undefined
}

export interface EmailTemplatesPreviewQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailTemplatesPreviewResult {
  subject: string
  html: string
  text: string
}

export interface EmailTemplatesResetQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailTemplatesSendTestBody {
  /** One plain address, without a display name. */
  to: string
}

export interface EmailTemplatesSendTestQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}

export interface EmailTemplatesSendTestResult {
  sent: true
  to: string
}

export interface EmailTemplatesUpdateBody {
  subject?: string | null | undefined
  html?: string | null | undefined
}

export interface EmailTemplatesUpdateQuery {
  /** The language of the template. */
  locale?: 'en' | 'es' | undefined
}
