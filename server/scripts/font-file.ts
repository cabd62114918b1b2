import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const SOURCE = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

// Basic Latin, Latin-1, and what our sentences and those of Western European names have beyond them.
const CHARACTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ıŒœŸ–—‘’“”„…•‹›€™←→−`

/** The font of the hosted pages, as text, since whatever comes beside the sources is text; lines as short as in mail. */
export async function fontFile(): Promise<string> {
  const font = await subsetFont(readFileSync(SOURCE), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  })
  return font.toString('base64').replace(/.{76}/g, '$&\n').concat('\n')
}
