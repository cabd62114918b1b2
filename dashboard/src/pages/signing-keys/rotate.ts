import { proven } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { confirm } from '#/ui/dialogs.ts'
import { toast } from '#/ui/toasts.ts'
import { signingKeyWords } from './words.ts'
import type { Locale } from '#/i18n/words.ts'

/** Makes a new key sign from now on, after a word of what that means; returns the nouns whose lists change. */
export async function rotateSigningKey(locale: Locale): Promise<readonly string[]> {
  const w = signingKeyWords(locale)
  if (!(await confirm({ title: w.rotateTitle, body: w.rotateBody, action: w.rotate }))) return []
  await proven(() => mandate.signingKeys.rotate())
  toast(w.rotated)
  return ['signing-keys']
}
