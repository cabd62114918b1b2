import { html } from '#/platform/html/html.ts'
import type { Locale } from '#/ui/i18n/index.ts'

type Label = Readonly<Record<Locale, string>>

/** What the build says of a screen. */
export interface BuiltScreen {
  readonly files: readonly string[]
  readonly title?: Label
  readonly lead?: Label
}

interface Screen extends BuiltScreen {
  readonly parts: readonly string[]
  /** How many parts are themselves, and do not stand for any. */
  readonly fixed: number
}

const HEAD = '<div class="boot-head"></div>'
const TITLE = '<title>Mandate</title>'

/**
 * The page that each screen begins with, by the pattern of its address as the build wrote it: `$id` stands for one part. It names the
 * files of the screen, and says its heading while they are on their way. Nothing of an address gets into the page.
 */
export class FirstPages {
  readonly #shell: string
  readonly #screens: readonly Screen[]

  constructor(shell: string, screens: Readonly<Record<string, BuiltScreen>>) {
    this.#shell = shell
    this.#screens = Object.entries(screens)
      .map(([pattern, screen]) => {
        const parts = partsOf(pattern)
        return { ...screen, parts, fixed: parts.filter((part) => !isAny(part)).length }
      })
      .toSorted((a, b) => b.fixed - a.fixed)
  }

  /** That of an address below `/admin`, in a language. Where there is no screen, the page that is the same for all. */
  at(address: string, locale: Locale): string {
    const page = this.#shell.replace('<html lang="en"', `<html lang="${locale}"`)
    const asked = partsOf(address)
    const isAsked = ({ parts }: Screen): boolean =>
      parts.length === asked.length && parts.every((part, i) => isAny(part) || part === asked[i])
    const screen = this.#screens.find(isAsked)
    if (!screen) return page
    const { files, title, lead } = screen
    const linked = page.replace('</head>', () => `${files.map(linkTo).join('')}</head>`)
    if (!title) return linked
    const head = html`<div class="boot-head">
      <p class="boot-title">${title[locale]}</p>
      ${lead && html`<p class="boot-lead">${lead[locale]}</p>`}
    </div>`
    return linked
      .replace(TITLE, () => String(html`<title>${title[locale]} · Mandate</title>`))
      .replace(HEAD, () => String(head))
  }
}

const partsOf = (address: string): string[] => address.split('/').filter((part) => part !== '')

const isAny = (part: string): boolean => part.startsWith('$')

const linkTo = (name: string): string => `<link rel="modulepreload" crossorigin href="/admin/${name}">`
