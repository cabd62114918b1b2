import { html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'

interface Panel {
  /** Names the section for assistive technology and for links to it. */
  readonly id: string
  readonly heading: string
  readonly body: Html
}

/** One matter of a page, under its own heading. */
export const panel = ({ id, heading, body }: Panel): Html =>
  html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${body}
  </section>`

interface Row {
  readonly title: Html | string
  readonly detail?: Html | string | undefined
  /** What can be done about it. */
  readonly action?: Html | undefined
}

/** Things of one kind, each with what can be done about it. */
export const rows = (list: readonly Row[]): Html =>
  html`<ul class="rows">
    ${list.map(
      ({ title, detail, action }) =>
        html`<li>
          <div>
            <p class="row-title">${title}</p>
            ${detail && html`<p class="muted">${detail}</p>`}
          </div>
          ${action}
        </li>`,
    )}
  </ul>`

/** A word that marks one thing among others. */
export const mark = (text: string, tone: 'ok' | 'warn' | 'plain' = 'plain'): Html =>
  html`<span class="mark mark-${tone}">${text}</span>`

interface Small {
  /** What it is about, for whoever hears the button without its row. */
  readonly about?: string | undefined
  readonly kind?: 'plain' | 'danger'
  readonly name?: string
  readonly value?: string
}

/** A button within a row. */
export const smallButton = (label: string, { about, kind = 'plain', name, value }: Small = {}): Html =>
  html`<button
    class="button button-${kind} button-small"
    type="submit"
    ${name !== undefined && html` name="${name}" value="${value}"`}
  >
    ${label}${about !== undefined && html`<span class="unseen"> · ${about}</span>`}
  </button>`

/** A link within a row that looks like a button. */
export const smallLink = (label: string, href: string, about?: string): Html =>
  html`<a class="button button-plain button-small" href="${href}"
    >${label}${about !== undefined && html`<span class="unseen"> · ${about}</span>`}</a
  >`
