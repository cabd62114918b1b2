import type { EmailConfigPatch, EmailGetConfigResult } from '@mandate/sdk'
import { mergePatch } from '#/ui/form/merge-patch.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

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

/** What a form changed of how mail is sent, and what takes it back. */
export function configChange(before: ConfigDraft, draft: ConfigDraft): Change<EmailConfigPatch> | undefined {
  // Without a mail server nothing is said of one, and what is known of it stays.
  const [was, is] = [{ ...bodyOf({ ...before, provider: draft.provider }), provider: before.provider }, bodyOf(draft)]
  const patch: EmailConfigPatch | undefined = mergePatch(was, is)
  // Nobody knows a password any more that was replaced, or taken away. All else that is null is so again by saying it.
  return patch && { patch, back: patch.smtp?.password === undefined ? mergePatch(is, was) : undefined }
}

/** A password goes along where one was typed, and goes away with the user it was for. */
function bodyOf(draft: ConfigDraft): EmailConfigPatch {
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
