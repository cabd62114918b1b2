// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** How the hosted pages and messages look. */
export class BrandingApi {
  readonly #transport: Transport
  readonly draft: BrandingDraftApi
  readonly texts: BrandingTextsApi
  readonly versions: BrandingVersionsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.draft = new BrandingDraftApi(transport)
    this.texts = new BrandingTextsApi(transport)
    this.versions = new BrandingVersionsApi(transport)
  }

  /**
   * Remove the logo.
   *
   * Pages and mail show the name instead. Earlier logos, kept for messages that were sent, go too; one that only the
   * draft has stays. With dry_run it only answers how many. Admin key or operator session with the scope
   * branding:write.
   */
  deleteLogo(query?: BrandingDeleteLogoQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', '/api/v1/admin/branding/logo', { ...options, query })
  }

  /**
   * Read how the hosted pages look.
   *
   * What was chosen, and the palette that follows from it. GET /api/v1/admin/branding/texts has the sentences that are
   * built in. Admin key or operator session with the scope branding:read.
   */
  get(options?: RequestOptions): Promise<Branding> {
    return this.#transport.request('GET', '/api/v1/admin/branding', options)
  }

  /**
   * Show a hosted page in the look of the draft or of a version.
   *
   * The real page with made-up people, as a picture for a frame of the console: it runs nothing, sends nothing, and no
   * other site may frame it. Pages: sign-in, sign-up, consent, device, mfa, password-reset, magic-link, link-sent,
   * verify-email, signed-out, error. Admin key or operator session with the scope branding:read.
   */
  preview(page: string, query?: BrandingPreviewQuery, options?: RequestOptions): Promise<string> {
    return this.#transport.request('GET', path`/api/v1/admin/branding/preview/${page}`, { ...options, query })
  }

  /**
   * Change name, colours, fonts, links and sentences of the hosted pages.
   *
   * A merge patch: null goes back to the default. Pages, consent and mail follow within a second. Colours that some
   * people could not read are refused with contrast_too_low; details.pairs names the nearest that fit. Admin key or
   * operator session with the scope branding:write.
   */
  update(body: BrandingPatch, options?: RequestOptions): Promise<Branding> {
    return this.#transport.request('PATCH', '/api/v1/admin/branding', { ...options, body })
  }

  /**
   * Change the fine print of the look.
   *
   * A merge patch at both depths. The pairs of colours it touches must stay readable, as for the accent. Admin key or
   * operator session with the scope branding:write.
   */
  updateDesignTokens(body: DesignTokens, options?: RequestOptions): Promise<Branding> {
    return this.#transport.request('PATCH', '/api/v1/admin/branding/design-tokens', { ...options, body })
  }

  /**
   * Upload the logo.
   *
   * Takes the place of the one before. At most 256 KiB, 16 to 2048 pixels each way; served without authentication under
   * a name made from its bytes. Admin key or operator session with the scope branding:write.
   */
  uploadLogo(body: BrandingUploadLogoBody, options?: RequestOptions): Promise<Branding> {
    return this.#transport.request('POST', '/api/v1/admin/branding/logo', { ...options, body, keyed: true })
  }
}

/** `branding.draft` */
export class BrandingDraftApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Throw the draft of the look away.
   *
   * What is published stays as it is. With etag, it is refused with branding_changed when the draft is not what the
   * caller saw. Admin key or operator session with the scope branding:write.
   */
  delete(query?: BrandingDraftDeleteQuery, options?: RequestOptions): Promise<void> {
    return this.#transport.request('DELETE', '/api/v1/admin/branding/draft', { ...options, query })
  }

  /**
   * Read the draft of the look.
   *
   * What will be published, as a whole; without a draft, what is published, with is_draft false. changes is what
   * publishing would change, problems what keeps it from being published. Admin key or operator session with the scope
   * branding:read.
   */
  get(options?: RequestOptions): Promise<BrandingDraft> {
    return this.#transport.request('GET', '/api/v1/admin/branding/draft', options)
  }

  /**
   * Publish the draft of the look.
   *
   * Pages, consent and mail follow within a second. Refused with contrast_too_low while it has problems, and with
   * branding_changed when the draft or what is published is not what the caller saw. Admin key or operator session with
   * the scope branding:write.
   */
  publish(body: BrandingDraftPublishBody, options?: RequestOptions): Promise<BrandingVersionDetail> {
    return this.#transport.request('POST', '/api/v1/admin/branding/draft/publish', { ...options, body })
  }

  /**
   * Change the draft of the look.
   *
   * A merge patch, which begins a draft where there is none. Nobody sees it before it is published. Colours that some
   * people could not read are taken and told in problems. A draft that says what is published anyway is none. Admin key
   * or operator session with the scope branding:write.
   */
  update(body: BrandingDraftPatch, options?: RequestOptions): Promise<BrandingDraft> {
    return this.#transport.request('PATCH', '/api/v1/admin/branding/draft', { ...options, body })
  }

  /**
   * Upload a logo for the draft.
   *
   * The same pictures as for the published logo. Pages have it once the draft is published. Admin key or operator
   * session with the scope branding:write.
   */
  uploadLogo(body: BrandingDraftUploadLogoBody, options?: RequestOptions): Promise<BrandingDraft> {
    return this.#transport.request('POST', '/api/v1/admin/branding/draft/logo', { ...options, body, keyed: true })
  }
}

/** `branding.texts` */
export class BrandingTextsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the sentences of the hosted pages that can be chosen.
   *
   * Each with what is built in. What was chosen instead stands in texts of the branding. Admin key or operator session
   * with the scope branding:read.
   */
  list(query?: BrandingTextsListQuery, options?: RequestOptions): PageRequest<BuiltInText> {
    return this.#transport.list('/api/v1/admin/branding/texts', { ...options, query })
  }
}

/** `branding.versions` */
export class BrandingVersionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get a version of the look.
   *
   * As a whole, with what restoring it would change. Admin key or operator session with the scope branding:read.
   */
  get(version: string, options?: RequestOptions): Promise<BrandingVersionDetail> {
    return this.#transport.request('GET', path`/api/v1/admin/branding/versions/${version}`, options)
  }

  /**
   * List the versions of the look.
   *
   * Newest first: each state that was published, and what it changed. The last fifty are kept. Admin key or operator
   * session with the scope branding:read.
   */
  list(query?: BrandingVersionsListQuery, options?: RequestOptions): PageRequest<BrandingVersion> {
    return this.#transport.list('/api/v1/admin/branding/versions', { ...options, query })
  }

  /**
   * Publish a version of the look again.
   *
   * As a new version, at once. Where its logo was removed since, the name stands in its place, and logo_removed says
   * so. Refused with branding_changed when what is published is not what the caller saw. Admin key or operator session
   * with the scope branding:write.
   */
  restore(version: string, body: BrandingVersionsRestoreBody, options?: RequestOptions): Promise<BrandingVersionDetail> {
    return this.#transport.request('POST', path`/api/v1/admin/branding/versions/${version}/restore`, { ...options, body })
  }
}

export interface BrandPalette {
  background: string
  surface: string
  line: string
  border: string
  text: string
  muted: string
  accent: string
  accent_hover: string
  on_accent: string
}

/**
 * Sentences of the hosted pages by language and key, plain text of one line each. `{name}`, once in a sentence, stands
 * for the name of the service.
 */
export interface BrandTexts {
  en?: LanguageTexts | null | undefined
  es?: LanguageTexts | null | undefined
}

export interface Branding {
  name: string
  colors: {
    accent: string
    /** null: made from accent. */
    accent_dark: string | null
  }
  fonts: {
    /** Fonts that devices bring along, by what they look like. */
    body: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace'
    /** Fonts that devices bring along, by what they look like. */
    heading: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace'
  }
  support_url: string | null
  terms_url: string | null
  privacy_url: string | null
  logo: {
    /** Where everyone can get it. */
    url: string
    type: string
    width: number
    height: number
    /** In bytes. */
    size: number
    uploaded_at: string
  } | null
  texts: BrandTexts
  design_tokens: DesignTokens
  /** The colours pages have, whether chosen, built in, or made from others. */
  palettes: {
    light: BrandPalette
    dark: BrandPalette
  }
  /** null: nobody changed anything yet. */
  updated_at: string | null
}

export interface BrandingDraft {
  name: string
  colors: {
    accent: string
    /** null: made from accent. */
    accent_dark: string | null
  }
  fonts: {
    /** Fonts that devices bring along, by what they look like. */
    body: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace'
    /** Fonts that devices bring along, by what they look like. */
    heading: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace'
  }
  support_url: string | null
  terms_url: string | null
  privacy_url: string | null
  logo: {
    /** Where everyone can get it. */
    url: string
    type: string
    width: number
    height: number
    /** In bytes. */
    size: number
    uploaded_at: string
  } | null
  texts: BrandTexts
  design_tokens: DesignTokens
  /** The colours pages have, whether chosen, built in, or made from others. */
  palettes: {
    light: BrandPalette
    dark: BrandPalette
  }
  /** null: nobody changed anything yet. */
  updated_at: string | null
  /** false: there is no draft, and this is what is published. */
  is_draft: boolean
  /** Stands for the content of the draft; null when there is none. */
  etag: string | null
  /** The version people see. */
  published_version: number
  /** Who changed the draft last. */
  updated_by: string | null
  /** By setting; null is what is built in. A logo is told by its name. */
  changes: Record<string, {
      from: unknown
      to: unknown
    }>
  /** Every pair of colours that keeps it from being published. */
  problems: BrandingProblem[]
}

export interface BrandingDraftPatch {
  name?: string | null | undefined
  colors?: {
    accent?: string | null | undefined
    accent_dark?: string | null | undefined
  } | undefined
  fonts?: {
    body?: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace' | null | undefined
    heading?: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace' | null | undefined
  } | undefined
  support_url?: string | null | undefined
  terms_url?: string | null | undefined
  privacy_url?: string | null | undefined
  texts?: BrandTexts | null | undefined
  design_tokens?: DesignTokens | null | undefined
  /** Takes the logo away; POST …/draft/logo sets one. */
  logo?: null | undefined
}

export interface BrandingPatch {
  name?: string | null | undefined
  colors?: {
    accent?: string | null | undefined
    accent_dark?: string | null | undefined
  } | undefined
  fonts?: {
    body?: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace' | null | undefined
    heading?: 'inter' | 'system' | 'grotesque' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'old_style' | 'monospace' | null | undefined
  } | undefined
  support_url?: string | null | undefined
  terms_url?: string | null | undefined
  privacy_url?: string | null | undefined
  texts?: BrandTexts | null | undefined
}

export interface BrandingProblem {
  theme: 'light' | 'dark'
  /** Two colours that meet, such as link_on_card. */
  pair: string
  /** The choice that should give way. */
  setting: string | null
  foreground: string
  background: string
  ratio: number
  needed: number
  /** The nearest colour for it that passes; null when none does. */
  nearest: string | null
}

export interface BrandingVersion {
  version: number
  /** By setting; null is what is built in. A logo is told by its name. */
  changes: Record<string, {
      from: unknown
      to: unknown
    }>
  /** The earlier version that it is again. */
  restored_from: number | null
  /** Its logo was removed since: restored, it has the name in its place. */
  logo_removed: boolean
  /** null: it was there before versions were kept. */
  created_by: string | null
  created_at: string
}

export interface BrandingVersionDetail {
  version: number
  /** By setting; null is what is built in. A logo is told by its name. */
  changes: Record<string, {
      from: unknown
      to: unknown
    }>
  /** The earlier version that it is again. */
  restored_from: number | null
  /** Its logo was removed since: restored, it has the name in its place. */
  logo_removed: boolean
  /** null: it was there before versions were kept. */
  created_by: string | null
  created_at: string
  branding: Branding
  /** By setting; null is what is built in. A logo is told by its name. */
  restoring_changes: Record<string, {
      from: unknown
      to: unknown
    }>
  /** Every pair of colours that keeps it from being published. */
  problems: BrandingProblem[]
}

export interface BuiltInText {
  /** The member of texts that changes it. */
  key: 'sign_in_title' | 'sign_in_intro' | 'sign_in_note' | 'sign_up_title' | 'sign_up_intro' | 'password_reset_title' | 'password_reset_intro' | 'magic_link_title' | 'magic_link_intro' | 'link_sent_title' | 'link_sent_intro' | 'verify_email_title' | 'verify_email_intro' | 'second_factor_intro' | 'signed_out_title' | 'signed_out_intro' | 'footer'
  /** The largest number of characters. */
  max_length: number
  /** By language; empty where nothing is said unless it is chosen. */
  built_in: {
    en: string
    es: string
  }
}

export interface DesignTokens {
  light?: {
    background?: string | null | undefined
    surface?: string | null | undefined
    text?: string | null | undefined
    muted?: string | null | undefined
    line?: string | null | undefined
    border?: string | null | undefined
    accent_hover?: string | null | undefined
    on_accent?: string | null | undefined
  } | null | undefined
  dark?: {
    background?: string | null | undefined
    surface?: string | null | undefined
    text?: string | null | undefined
    muted?: string | null | undefined
    line?: string | null | undefined
    border?: string | null | undefined
    accent_hover?: string | null | undefined
    on_accent?: string | null | undefined
  } | null | undefined
  radius_px?: number | null | undefined
  shadow?: 'soft' | 'none' | null | undefined
  logo_height_px?: number | null | undefined
  logo_plate?: 'light' | 'none' | null | undefined
}

export interface LanguageTexts {
  sign_in_title?: string | null | undefined
  sign_in_intro?: string | null | undefined
  sign_in_note?: string | null | undefined
  sign_up_title?: string | null | undefined
  sign_up_intro?: string | null | undefined
  password_reset_title?: string | null | undefined
  password_reset_intro?: string | null | undefined
  magic_link_title?: string | null | undefined
  magic_link_intro?: string | null | undefined
  link_sent_title?: string | null | undefined
  link_sent_intro?: string | null | undefined
  verify_email_title?: string | null | undefined
  verify_email_intro?: string | null | undefined
  second_factor_intro?: string | null | undefined
  signed_out_title?: string | null | undefined
  signed_out_intro?: string | null | undefined
  footer?: string | null | undefined
}

export interface BrandingDeleteLogoQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface BrandingPreviewQuery {
  /** A version; without it the draft, or what is published where there is none. */
  version?: string | undefined
  /** The locale. */
  locale?: 'en' | 'es' | undefined
  /**
   * Sentences as somebody is writing them: a JSON object by key, in the language of the page. An empty one is as built
   * in. Browsers that are led here by a link see none of them.
   */
  texts?: string | undefined
  /** light when it is not said. */
  scheme?: 'light' | 'dark' | undefined
}

export interface BrandingUploadLogoBody {
  /** A PNG, JPEG or WebP picture. Its bytes decide, not its name. */
  logo: Blob
}

export interface BrandingDraftDeleteQuery {
  /** That of the draft that the caller saw. */
  etag?: string | undefined
}

export interface BrandingDraftPublishBody {
  /** The published_version that the caller saw; with another one now, nothing changes. */
  published_version: number
  /** That of the draft that the caller saw. */
  etag: string
}

export interface BrandingDraftUploadLogoBody {
  /** A PNG, JPEG or WebP picture. Its bytes decide, not its name. */
  logo: Blob
}

export interface BrandingTextsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface BrandingVersionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface BrandingVersionsRestoreBody {
  /** The published_version that the caller saw; with another one now, nothing changes. */
  published_version: number
  /** Makes what was published until now the draft, unless there is one. */
  keep_as_draft?: boolean | undefined
}
