import { html } from '#/platform/html/html.ts'
import { shape } from './shapes.ts'
import type { Html } from '#/platform/html/html.ts'
import type { ActorShape } from './shapes.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string | undefined
  /** The token that tells browsers and password managers what belongs here. */
  readonly autocomplete: string
  readonly hint?: string
  readonly error?: string | undefined
  /** The word that tells that it may stay empty. */
  readonly optional?: string
  readonly autofocus?: boolean
  readonly maxlength?: number
  readonly minlength?: number
  /** The keyboard a phone shows. */
  readonly inputmode?: 'numeric'
}

/** A labelled input; its error and hint are tied to it, so that a screen reader says them with the field. */
export function field(it: Field): Html {
  const described = [it.error && `${it.name}-error`, it.hint && `${it.name}-hint`].filter(Boolean).join(' ')
  const given = {
    value: it.type === 'password' ? undefined : it.value,
    minlength: it.minlength,
    maxlength: it.maxlength,
    inputmode: it.inputmode,
    required: it.optional ? undefined : '',
    autofocus: it.autofocus ? '' : undefined,
    autocapitalize: it.type === undefined ? undefined : 'none',
    spellcheck: it.type === undefined ? undefined : 'false',
    'aria-describedby': described || undefined,
    'aria-invalid': it.error === undefined ? undefined : 'true',
  }
  return html`<div class="field${it.error && ' field-wrong'}">
    <label for="${it.name}">${it.label}${it.optional && html` <span class="muted">(${it.optional})</span>`}</label>
    ${it.error && html`<p class="field-error" id="${it.name}-error">${it.error}</p>`}
    <input
      id="${it.name}"
      name="${it.name}"
      type="${it.type ?? 'text'}"
      autocomplete="${it.autocomplete}"
      ${attributes(given)}
    />
    ${it.hint && html`<p class="hint" id="${it.name}-hint">${it.hint}</p>`}
  </div>`
}

interface Choice {
  readonly name: string
  readonly label: string
  /** The text of each value. */
  readonly options: Readonly<Record<string, string>>
  readonly chosen: string
}

/** One of several, with its label. */
export const choice = ({ name, label, options, chosen }: Choice): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${Object.entries(options).map(
        ([value, text]) => html`<option value="${value}" ${value === chosen && html` selected`}>${text}</option>`,
      )}
    </select>
  </div>`

const attributes = (given: Readonly<Record<string, string | number | undefined>>): Html[] =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [html` ${name}="${value}"`]))

interface Button {
  /** `primary` is the one thing the page is for; two buttons of equal weight are both `plain`. */
  readonly kind?: 'primary' | 'plain' | 'danger'
  readonly name?: string
  readonly value?: string
}

/** A button that sends its form. */
export const button = (label: Html | string, { kind = 'primary', name, value }: Button = {}): Html =>
  html`<button class="button button-${kind}" type="submit" ${attributes({ name, value })}>${label}</button>`

/** A link that looks like a button, for going on without sending anything. */
export const buttonLink = (label: Html | string, href: string, kind: 'primary' | 'plain' = 'plain'): Html =>
  html`<a class="button button-${kind}" href="${href}">${label}</a>`

interface FormParts {
  readonly action: string
  readonly csrfToken: string
  readonly body: Html
}

/** A form that posts to ourselves, with the token that proves it is ours. */
export const form = ({ action, csrfToken, body }: FormParts): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="csrf_token" value="${csrfToken}" />
    ${body}
  </form>`

/** Something the person must know before going on. */
export const notice = (tone: 'info' | 'warn' | 'bad', text: Html | string): Html =>
  html`<div class="notice notice-${tone}" ${tone === 'bad' && html` role="alert"`}>${text}</div>`

/** What stopped the form, first thing on the page: each sentence leads to its field. */
export function errorSummary(errors: Readonly<Record<string, string | undefined>>): Html | undefined {
  const given = Object.entries(errors).filter(([, message]) => message !== undefined)
  if (given.length === 0) return undefined
  const sentences = given.map(([name, message]) =>
    name === '' ? html`<li>${message}</li>` : html`<li><a href="#${name}">${message}</a></li>`,
  )
  return notice(
    'bad',
    html`<ul>
      ${sentences}
    </ul>`,
  )
}

interface Hop {
  readonly kind: ActorShape
  readonly name: string
  /** What it is here, in a word or two: "you", "agent", "key-bound". */
  readonly role: string
  /** The path of its own picture on this server, instead of its shape. */
  readonly picture?: string | undefined
}

/** Its own picture, or its shape. Decoration: the name stands beside it in text. */
const pictureOf = (kind: ActorShape, name: string, path: string | undefined): Html =>
  path === undefined
    ? shape(kind, name)
    : html`<img class="shape" src="${path}" width="44" height="44" alt="" decoding="async" />`

/** The chain of who acts through whom, as it looks everywhere in the product: shape, name and role of each hop. */
export const ribbon = (hops: readonly Hop[]): Html =>
  html`<ol class="ribbon">
    ${hops.map(
      ({ kind, name, role, picture }) =>
        html`<li>
          ${pictureOf(kind, name, picture)}<span class="hop-name">${name}</span><span class="hop-role">${role}</span>
        </li>`,
    )}
  </ol>`
