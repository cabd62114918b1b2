import { button, errorSummary, form, html, notice, page, ribbon } from '#/modules/branding/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { ago, lifetimesOf, lifetimeSentence, permissionList, unverifiedNotice } from '#/modules/consents/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import { displayName } from '#/modules/users/index.ts'
import type { SettingsValues } from '#/modules/system/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { DeviceCode } from './device-code.ts'

const PATH = '/oauth/device/verify'

/** Asks for the code; after a code that led nowhere, `typed` is shown again with what to do. */
export function entryPage({ user }: SessionPrincipal, typed?: string): Reply {
  const error =
    typed === undefined ? undefined : 'No device waits with this code. Check it, or get a new one on your device.'
  return page({
    title: 'Connect a device',
    status: error === undefined ? 200 : 400,
    body: html`<h1>Connect a device</h1>
      <p class="lede">Enter the code that your device shows. You are signed in as <strong>${user.email}</strong>.</p>
      ${errorSummary({ user_code: error })}
      <form method="get" action="${PATH}">
        <div class="field${error !== undefined && ' field-wrong'}">
          <label for="user_code">Code</label>
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
            ${error !== undefined && html`aria-invalid="true"`}
          />
          <p class="hint" id="user_code-hint">Eight letters. Small letters and a missing hyphen are fine.</p>
        </div>
        ${button('Continue')}
      </form>`,
  })
}

interface Confirmation {
  readonly code: DeviceCode
  readonly client: Client
  readonly person: SessionPrincipal
  readonly settings: SettingsValues
  readonly now: number
  readonly csrfToken: string
  readonly view: string
}

const agent = { kind: 'agent', role: 'agent on a device' } as const
const app = { kind: 'app', role: 'app on a device' } as const

/** Shows who asks for what, from where, and the code to compare, before anything is answered (RFC 8628 §5.4). */
export function confirmPage({ code, client, person, settings, now, csrfToken, view }: Confirmation): Reply {
  return page({
    title: `Connect ${client.clientName}`,
    body: html`${ribbon([
        { kind: 'person', name: displayName(person.user), role: 'you' },
        { ...(client.kind === 'agent' ? agent : app), name: client.clientName },
      ])}
      <h1>Connect ${client.clientName}?</h1>
      <p class="lede">It wants to act for <strong>${person.user.email}</strong>.</p>
      ${unverifiedNotice(client)}
      <h2>Does your device show this code?</h2>
      <p><span class="code">${code.userCode}</span></p>
      ${permissionList(code.scope)}
      <dl class="facts">
        <dt>Asked</dt>
        <dd>${ago(now - code.createdAt)}${code.address !== null && html` from ${code.address}`}</dd>
        <dt>How long</dt>
        <dd>${lifetimeSentence(lifetimesOf(client, settings))}</dd>
      </dl>
      ${notice(
        'warn',
        html`<strong>Did you start this?</strong> Allow it only if you hold the device and asked for this code yourself.
          If somebody sent you the code or this link, deny it: they would get in as you.`,
      )}
      ${form({
        action: PATH,
        csrfToken,
        body: html`<input type="hidden" name="user_code" value="${code.userCode}" />
          <input type="hidden" name="view" value="${view}" />
          <div class="actions actions-pair">
            ${button('Deny', { kind: 'plain', name: 'decision', value: 'deny' })}
            ${button('Allow', { kind: 'plain', name: 'decision', value: 'allow' })}
          </div>`,
      })}`,
  })
}

/** Tells the person that their answer counts. */
export const settledPage = (decision: 'allow' | 'deny', { clientName }: Client): Reply =>
  decision === 'allow'
    ? page({
        title: 'Device connected',
        body: html`<h1>Device connected</h1>
          <p>${clientName} can go on now. Look at your device; you can close this page.</p>`,
      })
    : page({
        title: 'Device refused',
        body: html`<h1>Device refused</h1>
          <p>${clientName} was told no and got nothing. You can close this page.</p>`,
      })
