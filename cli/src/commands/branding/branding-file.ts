/** Where branding is. */
export const BRANDING = '/api/v1/admin/branding'

/** What somebody may choose; the rest of the object follows from it. */
export const CHOSEN = ['name', 'colors', 'fonts', 'support_url', 'terms_url', 'privacy_url', 'texts'] as const

/** What a file of branding holds. */
export type BrandingFile = Readonly<Record<string, unknown>> & { readonly design_tokens?: unknown }
