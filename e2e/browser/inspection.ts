import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What the script of axe adds to a page. */
declare const axe: typeof Axe

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong with a page as it stands, one line for each place. It fetches style sheets of other origins, which the
 * policy of a page that has one does not allow: such a page asks it not to.
 */
export async function violationsOf(page: Page, { preload = true } = {}): Promise<string[]> {
  await bringAxe(page)
  const results: Axe.AxeResults = await page.evaluate(
    (options) => axe.run({ ...options, resultTypes: ['violations'] }),
    { runOnly: { type: 'tag' as const, values: RULES }, preload },
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  )
}

/** By the debugger and not as an element: the policy of our pages lets no foreign script in. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: `${AXE};0` })
  await session.detach()
}

/** What a page makes the browser load and run. */
export const loadOf = (page: Page) =>
  page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const loads = entries as (PerformanceResourceTiming & { renderBlockingStatus?: string })[]
    const isStyle = ({ name }: PerformanceEntry): boolean => new URL(name).pathname.endsWith('.css')
    return {
      /** Bytes of markup and styles, as they travel. */
      bytes: loads
        .filter((one) => one.entryType === 'navigation' || isStyle(one))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      foreign: loads.filter(({ name }) => new URL(name).origin !== location.origin).map(({ name }) => name),
      blocking: loads.filter((one) => one.renderBlockingStatus === 'blocking' && !isStyle(one)).map(({ name }) => name),
      inline: [...document.querySelectorAll('script:not([src]), style, [style]')].map(({ outerHTML }) => outerHTML),
    }
  })

/** By how many pixels a page is wider than a window of this width. */
export async function overflowAt(page: Page, width: number): Promise<number> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width, height: 568 })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize(before)
  return wider
}

/** Goes through a page with the tabulator key; answers what can be used but is not reached, or shows no focus. */
export async function unreachableByKeyboard(page: Page): Promise<string[]> {
  const places = await page.evaluate(() => {
    const usable = 'a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary'
    const all = [...document.querySelectorAll<HTMLElement>(usable)].filter((one) => one.checkVisibility())
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    all.forEach((one, index) => {
      one.dataset['place'] = String(index)
      one.dataset['look'] = getComputedStyle(one).boxShadow
    })
    return all.map((one) => one.outerHTML.slice(0, 120))
  })
  const seen = new Set<number>()
  for (let step = 0; step < places.length + 2 && seen.size < places.length; step++) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const one = document.activeElement
      if (!(one instanceof HTMLElement) || one.dataset['place'] === undefined) return undefined
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return isOutlined || boxShadow !== one.dataset['look'] ? Number(one.dataset['place']) : undefined
    })
    if (place !== undefined) seen.add(place)
  }
  return places.filter((_place, index) => !seen.has(index))
}
