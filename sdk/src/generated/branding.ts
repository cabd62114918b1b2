// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** How the hosted pages and messages look. */
export class BrandingApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Remove the logo.
   *
   * Pages and mail show the name instead. Earlier logos, kept for messages that were sent, go too. With dry_run it only
   * answers how many. Admin key or operator session with the scope branding:write.
   */
  deleteLogo(query?: BrandingDeleteLogoQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', '/api/v1/admin/branding/logo', { ...options, query })
  }

  /**
   * Read how the hosted pages look.
   *
   * What was chosen, and the palette that follows from it. Admin key or operator session with the scope branding:read.
   */
  get(options?: RequestOptions): Promise<Branding> {
    return this.#transport.request('GET', '/api/v1/admin/branding', options)
  }

  /**
   * Change name, colours, fonts and links of the hosted pages.
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
  design_tokens: DesignTokens
  /** The colours pages have, whether chosen, built in, or made from others. */
  palettes: {
    light: BrandPalette
    dark: BrandPalette
  }
  /** null: nobody changed anything yet. */
  updated_at: string | null
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

export interface BrandingDeleteLogoQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface BrandingUploadLogoBody {
  /** A PNG, JPEG or WebP picture. Its bytes decide, not its name. */
  logo: Blob
}
