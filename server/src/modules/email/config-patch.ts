import { isIP } from 'node:net'
import { kindOfAddress } from '#/platform/http-client/address-kinds.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { given } from '#/platform/merge-patch.ts'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { defaultConfig, passwordPlace } from './config.ts'
import { emailErrors } from './errors.ts'
import type { Static } from 'typebox'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { EmailConfig } from './config.ts'
import type { EmailConfigPatch } from './schemas.ts'

type Patch = Static<typeof EmailConfigPatch>

/** The settings after a merge patch (RFC 7396): null goes back to the default, the mask leaves the password alone. */
export function patched(before: EmailConfig, patch: Patch, keyring: Pick<Keyring, 'seal'>): EmailConfig {
  const smtp = patch.smtp ?? {}
  const settings = given<{ [K in keyof EmailConfig]: EmailConfig[K] | null }>({
    provider: patch.provider,
    fromAddress: patch.from_address,
    fromName: patch.from_name,
    dailyLimit: patch.daily_limit,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpUser: smtp.user,
    smtpPasswordSealed: sealed(smtp.password, keyring),
    smtpSecurity: smtp.security,
  })
  const changes = Object.entries(settings).map(([name, value]) => [
    name,
    value ?? defaultConfig[name as keyof EmailConfig],
  ])
  const after = { ...before, ...Object.fromEntries(changes) } as EmailConfig
  const errors = contradictions(before, after, settings.smtpPasswordSealed !== undefined)
  if (errors.length > 0) throw new AppError(emailErrors.email_config_invalid, { details: { errors } })
  return after
}

function sealed(password: string | null | undefined, keyring: Pick<Keyring, 'seal'>): string | null | undefined {
  if (password === undefined || password === MASK) return undefined
  return password === null || password === '' ? null : keyring.seal(password, passwordPlace)
}

function contradictions(before: EmailConfig, after: EmailConfig, newPassword: boolean): FieldError[] {
  const errors: FieldError[] = []
  const wrong = (pointer: string, message: string) => errors.push({ pointer, message })
  const hasPassword = after.smtpPasswordSealed !== null
  if (after.provider === 'smtp' && after.smtpHost === null) wrong('/smtp/host', 'is needed to send mail by SMTP')
  if (after.smtpHost !== null && isIP(after.smtpHost) !== 0 && kindOfAddress(after.smtpHost) === 'never') {
    wrong('/smtp/host', 'is an address that is never reached')
  }
  if (hasPassword !== (after.smtpUser !== null))
    wrong('/smtp/password', 'goes together with smtp.user: both or neither')
  // Whoever may change the host must not have the stored password sent to a host of their choice.
  const moved = before.smtpHost !== after.smtpHost || before.smtpPort !== after.smtpPort
  if (hasPassword && moved && !newPassword) wrong('/smtp/password', 'must be given again when the server changes')
  if (hasPassword && after.smtpSecurity === 'none' && !isOwnMachine(after.smtpHost)) {
    wrong('/smtp/security', 'must be starttls or tls: a password does not travel in the clear')
  }
  return errors
}

const isOwnMachine = (host: string | null): boolean => host !== null && /^(localhost|127\.[\d.]+|::1)$/.test(host)
