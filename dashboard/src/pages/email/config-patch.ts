import type { EmailConfigPatch, EmailGetConfigResult } from '@mandate/sdk'

/** How mail is sent, as the fields of the form have it: empty is the default. */
export interface ConfigDraft {
  readonly provider: 'dev' | 'smtp'
  readonly fromName: string
  readonly fromAddress: string
  readonly dailyLimit: number | undefined
  readonly host: string
  readonly port: number | undefined
  readonly user: string
  /** Empty keeps the one there is, which the server never shows. */
  readonly password: string
  readonly security: 'starttls' | 'tls' | 'none'
}

/** What the form shows at first. */
export const draftOf = ({ provider, smtp, ...config }: EmailGetConfigResult): ConfigDraft => ({
  provider,
  fromName: config.from_name ?? '',
  fromAddress: config.from_address ?? '',
  dailyLimit: config.daily_limit ?? undefined,
  host: smtp.host ?? '',
  port: smtp.port,
  user: smtp.user ?? '',
  password: '',
  security: smtp.security,
})

const orNull = (text: string): string | null => (text === '' ? null : text)

/** The merge patch that a form sends. A password goes along where one was typed, and goes away with the user it was for. */
export function patchOf(draft: ConfigDraft): EmailConfigPatch {
  const { provider, host, port, user, password, security } = draft
  const shared = {
    provider,
    from_name: orNull(draft.fromName),
    from_address: orNull(draft.fromAddress),
    daily_limit: draft.dailyLimit ?? null,
  }
  if (provider === 'dev') return shared
  const secret = password === '' ? (user === '' ? { password: null } : {}) : { password }
  return { ...shared, smtp: { host: orNull(host), port: port ?? null, user: orNull(user), security, ...secret } }
}
