import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '#/browser/visitor.ts'

const MAX_STOPS = 150
/** When to stop waiting: a busy machine takes its time to bring what is to be reached, or what gets the focus. */
const LOST_AFTER_MS = 30_000

/** Where the focus is. */
interface Stop {
  /** What a screen reader calls it, somewhat. */
  readonly name: string
  readonly isVisible: boolean
  readonly html: string
}

/** Somebody without a pointer. Whatever they do, the focus is somewhere, and wherever they tab to, it shows. */
export class Keyboard {
  readonly #visitor: Visitor

  constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  /** Presses Tab until the focus is at something that is called so. */
  async tabTo(name: RegExp): Promise<void> {
    const passed: string[] = []
    const end = performance.now() + LOST_AFTER_MS
    for (let stops = 0; stops < MAX_STOPS || performance.now() < end; stops++) {
      await this.#visitor.page.keyboard.press('Tab')
      const stop = await this.#stop()
      // After the last one Chromium goes to its own controls, and begins anew.
      if (stop === undefined) continue
      assert.ok(stop.isVisible, `no focus is seen at ${stop.html}`)
      if (name.test(stop.name)) return
      passed.push(stop.name)
    }
    assert.fail(`${String(name)} is not reached, only ${[...new Set(passed)].join(' | ')}`)
  }

  /** Presses a key; fails when nothing has the focus afterwards. */
  async press(key: string): Promise<void> {
    await this.#visitor.page.keyboard.press(key)
    await this.#keepsFocus(`after ${key}`)
  }

  /** Types into what has the focus, which a page that just came gives to its first field in a moment. */
  async type(text: string): Promise<void> {
    await this.#keepsFocus('to type into')
    await this.#visitor.page.keyboard.type(text)
  }

  /** Goes to something and presses it. */
  async use(name: RegExp): Promise<void> {
    await this.tabTo(name)
    await this.press('Enter')
  }

  /** Goes to a field and fills it. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.tabTo(name)
    await this.#visitor.page.keyboard.press('Control+a')
    await this.type(text)
  }

  /** Waits until the focus is at something that is called so, which it was brought to. */
  async isAt(name: RegExp): Promise<void> {
    let at: Stop | undefined
    for (const end = performance.now() + LOST_AFTER_MS; performance.now() < end; await sleep(20)) {
      at = await this.#stop()
      if (at && name.test(at.name)) return
    }
    assert.fail(`the focus is not at ${String(name)} but at ${at?.html ?? 'nothing'}`)
  }

  /** Waits until another screen has come, whose heading gets the focus: the link that led there may be called the same. */
  async isOn(heading: string): Promise<void> {
    await this.#visitor.page.locator('h1:focus').getByText(heading, { exact: true }).waitFor()
  }

  /** A change of what is shown may take the focus away for a moment, and gives it to something else. */
  async #keepsFocus(when: string): Promise<void> {
    for (const end = performance.now() + LOST_AFTER_MS; performance.now() < end; await sleep(20)) {
      if ((await this.#stop()) !== undefined) return
    }
    assert.fail(`the focus is lost ${when} at ${this.#visitor.url.href}`)
  }

  async #stop(): Promise<Stop | undefined> {
    try {
      return await this.#visitor.page.evaluate(stopOf)
    } catch (error) {
      // Between two documents there is none.
      if (/context was destroyed|navigation/.test(String(error))) return undefined
      throw error
    }
  }
}

function stopOf(): Stop | undefined {
  const at = document.activeElement
  if (!(at instanceof HTMLElement || at instanceof SVGElement) || at === document.body) return undefined
  const labels = 'labels' in at && at.labels instanceof NodeList ? [...at.labels] : []
  const named =
    at
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)) ?? []
  const text = [...named, ...labels, at].map((one) => one?.textContent ?? '').find((one) => one.trim() !== '')
  const name = at.getAttribute('aria-label') ?? text ?? ''
  const hasRing = (element: Element | null): boolean => {
    if (element === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const { boxShadow } = getComputedStyle(at)
  const isVisible = at.checkVisibility() && (hasRing(at) || hasRing(at.parentElement) || boxShadow !== 'none')
  return { name: name.trim().replaceAll(/\s+/g, ' '), isVisible, html: at.outerHTML.slice(0, 160) }
}
