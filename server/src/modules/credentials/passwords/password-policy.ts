import { AppError } from '#/platform/errors/app-error.ts'
import { CommonPasswords } from './common-passwords.ts'
import { PasswordStrength } from './password-strength.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'

const MAX_CHARACTERS = 1024
const MAX_BYTES = 4096
const PASSWORD = '/password'

/** The settings that decide on passwords. */
export interface PasswordSettings {
  current(): Promise<{ readonly 'password.min_length': number }>
}

/** Throws `password_too_long` for what no password of ours can be, before anything is spent on it. */
export function refuseOversized(password: string, pointer = PASSWORD): void {
  const oversized = password.length > MAX_BYTES || [...password].length > MAX_CHARACTERS
  if (oversized || Buffer.byteLength(password) > MAX_BYTES) {
    throw new AppError(credentialErrors.password_too_long, { pointer })
  }
}

/** What a new password must be: long enough and not easy to guess. Nothing is asked about its characters. */
export class PasswordPolicy {
  readonly #settings: PasswordSettings
  readonly #common = CommonPasswords.shipped()
  readonly #strength = PasswordStrength.shared()

  constructor(settings: PasswordSettings) {
    this.#settings = settings
  }

  /**
   * Throws what is wrong with a password for this person; `pointer` is the member of the body that holds it. A password
   * may have to be longer than the setting says, and never shorter.
   */
  async check(password: string, email: string, pointer = PASSWORD, minLength = 0): Promise<void> {
    refuseOversized(password, pointer)
    const { 'password.min_length': everywhere } = await this.#settings.current()
    const shortest = Math.max(everywhere, minLength)
    const text = password.normalize('NFC')
    if ([...text].length < shortest) {
      const message = `The password needs at least ${shortest} characters.`
      throw new AppError(credentialErrors.password_too_short, { message, pointer, details: { min_length: shortest } })
    }
    const words = contextOf(email)
    const isEarlyGuess = this.#common.has(text, words) || (await this.#strength.isGuessable(text, words))
    if (isEarlyGuess) throw new AppError(credentialErrors.password_too_common, { pointer })
  }
}

function contextOf(email: string): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [email, local, ...local.split(/[^a-z0-9]+/i), domain, domain.split('.').at(-2) ?? '', 'mandate']
}
