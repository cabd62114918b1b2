interface Screen {
  readonly parts: readonly string[]
  /** How many parts are themselves, and do not stand for any. */
  readonly fixed: number
  readonly links: string
}

/**
 * The files of each screen as links in the head of a page, by the pattern of its address as the build wrote it: `$id` stands for one
 * part. Nothing of an address gets into the page.
 */
export class ScreenLinks {
  readonly #screens: readonly Screen[]

  constructor(files: Readonly<Record<string, readonly string[]>>) {
    this.#screens = Object.entries(files)
      .map(([pattern, names]) => {
        const parts = partsOf(pattern)
        return { parts, fixed: parts.filter((part) => !isAny(part)).length, links: names.map(linkTo).join('') }
      })
      .toSorted((a, b) => b.fixed - a.fixed)
  }

  /** Those of the screen at an address below `/admin`; none where there is no screen. */
  of(address: string): string {
    const asked = partsOf(address)
    const isAsked = ({ parts }: Screen): boolean =>
      parts.length === asked.length && parts.every((part, i) => isAny(part) || part === asked[i])
    return this.#screens.find(isAsked)?.links ?? ''
  }
}

const partsOf = (address: string): string[] => address.split('/').filter((part) => part !== '')

const isAny = (part: string): boolean => part.startsWith('$')

const linkTo = (name: string): string =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/admin/${name}">`
    : `<link rel="modulepreload" crossorigin href="/admin/${name}">`
