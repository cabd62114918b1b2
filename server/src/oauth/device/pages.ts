import { button, errorSummary, form, html, notice, page, ribbon } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { isCommandLine } from '#/oauth/command-line/index.ts'
import {
  ago,
  lifetimesOf,
  lifetimeSentence,
  permissionList,
  targetList,
  unverifiedNotice,
} from '#/modules/consents/index.ts'
import { sentencesOf } from '#/modules/resources/index.ts'
import type { Resource } from '#/modules/resources/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import { accountChoice } from '#/modules/vault/index.ts'
import type { VaultOffer } from '#/modules/vault/index.ts'
import { displayName } from '#/modules/users/index.ts'
import type { SettingsValues } from '#/modules/system/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { DeviceCode } from './device-code.ts'
import { deviceWords } from './words.ts'

const PATH = '/oauth/device/verify'

/** For whom a page is drawn, and where it opens again. */
export interface Reader {
  readonly locale: Locale
  readonly here: string
}

/** Asks for the code; after a code that led nowhere, `typed` is shown again with what to do. */
export function entryPage({ user }: SessionPrincipal, { locale, here }: Reader, typed?: string): Reply {
  const texts = deviceWords(locale)
  const error = typed === undefined ? undefined : texts.unknown
  return page({
    title: error === undefined ? texts.title : texts.failed(texts.title),
    status: error === undefined ? 200 : 400,
    lang: locale,
    selfUrl: here,
    body: html`<h1>${texts.title}</h1>
      <p class="lede">${texts.enter(user.email)}</p>
      ${errorSummary({ user_code: error })}
      <form method="get" action="${PATH}">${codeField(locale, typed, error)} ${button(texts.continue)}</form>`,
  })
}

function codeField(locale: Locale, typed: string | undefined, error: string | undefined): Html {
  const { label, hint } = deviceWords(locale)
  const isWrong = error !== undefined
  return html`<div class="field${isWrong && ' field-wrong'}">
    <label for="user_code">${label}</label>
    <input
      class="code"
      id="user_code"
      name="user_code"
      value="${typed?.slice(0, 40)}"
      placeholder="XXXX-XXXX"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="40"
      required
      autofocus
      aria-describedby="user_code-hint"
      ${isWrong && html`aria-invalid="true"`}
    />
    <p class="hint" id="user_code-hint">${hint}</p>
  </div>`
}

interface Confirmation {
  readonly code: DeviceCode
  readonly client: Client
  readonly person: SessionPrincipal
  readonly settings: SettingsValues
  readonly resources: readonly Resource[]
  /** The connected accounts that the device could be let use; undefined when it asks for none. */
  readonly offers: readonly VaultOffer[] | undefined
  readonly issuer: string
  readonly now: number
  readonly csrfToken: string
  readonly view: string
  readonly reader: Reader
}

/** Shows who asks for what, from where, and the code to compare, before anything is answered (RFC 8628 §5.4). */
export function confirmPage(it: Confirmation): Reply {
  const { code, client, person, reader } = it
  const { locale } = reader
  const texts = deviceWords(locale)
  return page({
    title: texts.connect(client.clientName),
    lang: locale,
    selfUrl: reader.here,
    body: html`${chain(it)}
      <h1>${texts.question(client.clientName)}</h1>
      <p class="lede">
        ${isCommandLine(client) ? texts.administers(person.user.email) : texts.actFor(person.user.email)}
      </p>
      ${unverifiedNotice(client, locale)}
      <h2>${texts.sameCode}</h2>
      <p><span class="code">${code.userCode}</span></p>
      ${permissionList(code.scope, locale, sentencesOf(it.resources))} ${facts(it)}
      ${notice('warn', html`<strong>${texts.didYou}</strong> ${texts.warning}`)} ${decisionForm(it)}`,
  })
}

function chain({ client, person, reader }: Confirmation): Html {
  const { you, agent, app } = deviceWords(reader.locale)
  const kind = client.kind === 'agent' ? 'agent' : 'app'
  return ribbon([
    { kind: 'person', name: displayName(person.user), role: you },
    { kind, name: client.clientName, role: kind === 'agent' ? agent : app },
  ])
}

function facts({ code, client, settings, resources, issuer, now, reader: { locale } }: Confirmation): Html {
  const { asked, from, howLong, where } = deviceWords(locale)
  const targets = code.resource.filter((target) => target !== issuer)
  return html`<dl class="facts">
    <dt>${asked}</dt>
    <dd>${ago(now - code.createdAt, locale)}${code.ip !== null && ` ${from(code.ip)}`}</dd>
    <dt>${howLong}</dt>
    <dd>${lifetimeSentence(lifetimesOf(client, settings), locale)}</dd>
    ${
      targets.length > 0 &&
      html`<dt>${where}</dt>
        <dd>${targetList(targets, resources)}</dd>`
    }
  </dl>`
}

function decisionForm({ code, client, offers, csrfToken, view, reader }: Confirmation): Html {
  const { deny, allow } = deviceWords(reader.locale)
  return form({
    action: PATH,
    csrfToken,
    body: html`<input type="hidden" name="user_code" value="${code.userCode}" />
      <input type="hidden" name="view" value="${view}" />
      ${offers && accountChoice(offers, client.clientName, reader.locale)}
      <div class="actions actions-pair">
        ${button(deny, { kind: 'plain', name: 'decision', value: 'deny' })}
        ${button(allow, { kind: 'plain', name: 'decision', value: 'allow' })}
      </div>`,
  })
}

/** Tells the person that their answer counts. */
export function settledPage(decision: 'allow' | 'deny', { clientName }: Client, lang: Locale): Reply {
  const { connected, canGoOn, refused, gotNothing } = deviceWords(lang)
  const [title, text] = decision === 'allow' ? [connected, canGoOn(clientName)] : [refused, gotNothing(clientName)]
  return page({
    title,
    lang,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  })
}
