import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What the script of axe adds to a page. */
declare const axe: typeof Axe

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with a page as it stands, one line for each place. It fetches style sheets of other origins, which the
 * policy of a page that has one does not allow: such a page asks it not to.
 */
export const violationsOf = (page: Page, { preload = true } = {}): Promise<string[]> =>
  runAxe(page, { runOnly: { type: 'tag', values: RULES }, preload })

/** The same by the rules that look at colours alone: what else there is to find is the same, light and dark. */
export const colourViolationsOf = (page: Page): Promise<string[]> =>
  runAxe(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })

/** The same by all other rules: what a language changes are words, and no colours. */
export const otherViolationsOf = (page: Page): Promise<string[]> =>
  runAxe(page, {
    runOnly: { type: 'tag', values: RULES },
    rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  })

async function runAxe(page: Page, options: Axe.RunOptions): Promise<string[]> {
  await bringAxe(page)
  const results: Axe.AxeResults = await page.evaluate(
    (given) => axe.run({ ...given, resultTypes: ['violations'] }),
    options,
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

/** Texts that are cut off without a sign of it, and controls that stand outside of the window where nothing scrolls to them. */
export const cutOffIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const canScrollTo = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true
      }
      return false
    }
    const isCut = (element: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      return (
        hasText &&
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1
      )
    }
    const isOutside = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect()
      const isControl = element.matches('a[href], button, input, select, textarea')
      return isControl && width > 1 && (left < -1 || right > clientWidth + 1) && !canScrollTo(element)
    }
    const layers = ['dialog', 'alertdialog', 'menu', 'status'].map((role) => `[role=${role}] *`)
    return [...document.querySelectorAll(`header *, main *, ${layers.join()}`)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => isCut(element) || isOutside(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

/** What opened above a page and is wider inside than it is, so that it scrolls sideways or loses its end. */
export const sidewaysIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const opened = ['dialog', 'alertdialog', 'menu', 'listbox', 'status'].map((role) => `[role=${role}]`)
    return [...document.querySelectorAll(opened.join())]
      .flatMap((element) => [element, element.parentElement ?? element])
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

/** Controls without words whose sign is hardly told from what is behind it. */
export const faintIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const rgba = (colour: string): number[] => {
      if (!canvas) return []
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const luminance = ([r = 0, g = 0, b = 0]: number[]): number => {
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => (part / 255) ** 2.2)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const behind = (element: Element): number[] => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const found = rgba(getComputedStyle(at).backgroundColor)
        if (found[3] === 255) return found
      }
      return rgba('Canvas')
    }
    return [...document.querySelectorAll('button svg, a svg')]
      .filter((sign) => sign.checkVisibility() && !sign.parentElement?.textContent?.trim())
      .filter((sign) => {
        const [a, b] = [luminance(rgba(getComputedStyle(sign).color)), luminance(behind(sign))]
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3
      })
      .map((sign) => sign.parentElement?.outerHTML.slice(0, 160) ?? '')
  })

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
