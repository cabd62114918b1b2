import { words } from './i18n/index.ts'
import type { Locale } from './i18n/index.ts'

/**
 * The sentences of the hosted pages that an operator may choose, as they are built in: nothing is shown where one is
 * empty. What is not here, and why, says docs/decisions/branding.md.
 */
export const builtInTexts = words({
  en: {
    sign_in_title: 'Sign in',
    sign_in_intro: '',
    sign_in_note: '',
    sign_up_title: 'Create an account',
    sign_up_intro: '',
    password_reset_title: 'Forgot your password?',
    password_reset_intro: 'We send you a link. With it you choose a new one.',
    magic_link_title: 'Sign in by mail',
    magic_link_intro: '',
    link_sent_title: 'Look into your mail',
    link_sent_intro: '',
    verify_email_title: 'Confirm your address',
    verify_email_intro: '',
    second_factor_intro: '',
    signed_out_title: 'You are signed out',
    signed_out_intro: '',
    footer: '',
  },
  es: {
    sign_in_title: 'Entrar',
    sign_in_intro: '',
    sign_in_note: '',
    sign_up_title: 'Crear una cuenta',
    sign_up_intro: '',
    password_reset_title: '¿Has olvidado la contraseña?',
    password_reset_intro: 'Te enviamos un enlace. Con él eliges una nueva.',
    magic_link_title: 'Entrar por correo',
    magic_link_intro: '',
    link_sent_title: 'Mira tu correo',
    link_sent_intro: '',
    verify_email_title: 'Confirma tu dirección',
    verify_email_intro: '',
    second_factor_intro: '',
    signed_out_title: 'Has cerrado la sesión',
    signed_out_intro: '',
    footer: '',
  },
})

/** The sentences in one language. */
export type PageTexts = ReturnType<typeof builtInTexts>

/** The name of such a sentence. */
export type TextKey = keyof PageTexts

export const textKeys = Object.keys(builtInTexts('en')) as TextKey[]

/** A page of which sentences may be chosen. */
export type WordedPage = TextKey extends infer Key
  ? Key extends `${infer Page}_${'title' | 'intro' | 'note'}`
    ? Page
    : never
  : never

/** Such a page whose heading is one of them. */
export type TitledPage = TextKey extends infer Key ? (Key extends `${infer Page}_title` ? Page : never) : never

interface TextsOfPage {
  readonly title?: string | undefined
  readonly intro?: string | undefined
  readonly note?: string | undefined
  readonly footer: string
}

/** What a page says of these sentences, by where it stands. */
export function textsOf(page: WordedPage, texts: PageTexts): TextsOfPage {
  const said: Readonly<Record<string, string | undefined>> = texts
  return {
    title: said[`${page}_title`],
    intro: said[`${page}_intro`],
    note: said[`${page}_note`],
    footer: texts.footer,
  }
}

/** The heading of a page while nobody chose another. */
export const builtInTitle = (page: TitledPage, locale: Locale): string => builtInTexts(locale)[`${page}_title`]
