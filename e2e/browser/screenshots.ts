// `npm run screenshots`: a picture of every page people see, light and dark, on a phone and on a desk, and once in
// Spanish, and of every screen of the console; those that its guide shows are written anew. `npm run screenshots -- <words>`
// takes only the pages and screens whose name contains one of the words.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { photographConsole } from './dashboard/photographs.ts'
import { House } from './house.ts'
import { hostedPages } from './pages/index.ts'
import type { Page } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../screenshots', import.meta.url))

interface Look {
  readonly name: string
  readonly locale: 'en-US' | 'es-ES'
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

const looks: readonly Look[] = [
  { name: 'phone, light', locale: 'en-US', colorScheme: 'light', ...phone },
  { name: 'phone, dark', locale: 'en-US', colorScheme: 'dark', ...phone },
  { name: 'desktop, light', locale: 'en-US', colorScheme: 'light', ...desk },
  { name: 'desktop, dark', locale: 'en-US', colorScheme: 'dark', ...desk },
  { name: 'Spanish', locale: 'es-ES', colorScheme: 'light', ...phone },
]

const fileOf = (page: string, look: Look): string => `${`${page} ${look.name}`.replaceAll(/[^a-z]+/gi, '-')}.png`

async function shoot(page: Page, name: string, look: Look): Promise<void> {
  const { colorScheme, width, height } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.screenshot({ path: path.join(FOLDER, fileOf(name, look)), fullPage: true, caret: 'initial' })
}

/** Goes to a page once for each language, and looks at it in every way. */
async function photograph(house: House, name: string): Promise<void> {
  for (const locale of new Set(looks.map((look) => look.locale))) {
    const visitor = await house.newVisitor({ locale })
    await hostedPages[name]?.(visitor, house)
    for (const look of looks) if (look.locale === locale) await shoot(visitor.page, name, look)
    await visitor.context.close()
  }
}

const contactSheet = (names: readonly string[], ofConsole: readonly string[]): string => `<!doctype html>
<meta charset="utf-8" />
<title>Pages and screens</title>
<style>
  body { font: 14px system-ui; margin: 24px; background: #888; }
  section div { display: flex; gap: 16px; align-items: flex-start; flex-wrap: wrap; }
  img { height: 420px; width: auto; }
</style>
${names.map(rowOf).join('\n')}
<section><h2>Console</h2><div>${ofConsole.map(pictureOf).join('')}</div></section>
`

const pictureOf = (file: string): string => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" /></a>`

const rowOf = (name: string): string =>
  `<section><h2>${name}</h2><div>${looks
    .map((look) => fileOf(name, look))
    .map(pictureOf)
    .join('')}</div></section>`

async function main(words: readonly string[]): Promise<void> {
  const names = Object.keys(hostedPages).filter(
    (name) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const ofConsole = await photographConsole(FOLDER, words)
  await photographPages(names)
  writeFileSync(path.join(FOLDER, 'index.html'), contactSheet(names, ofConsole))
  const count = names.length * looks.length + ofConsole.length
  process.stdout.write(`${count} pictures; look at ${path.join(FOLDER, 'index.html')}\n`)
}

async function photographPages(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const house = await House.open()
  try {
    for (const name of names) {
      process.stderr.write(`${name}\n`)
      await photograph(house, name)
    }
  } finally {
    await house.close()
  }
}

await main(process.argv.slice(2))
