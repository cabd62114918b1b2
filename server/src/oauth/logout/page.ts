import { button, buttonLink, form, formActionSource, html, page } from '#/modules/branding/index.ts'
import type { Html } from '#/modules/branding/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { LogoutWish } from './wish.ts'

/** Asks before signing out, because an application wants it and has not shown for whom. */
export function confirmPage(wish: LogoutWish, { user }: SessionPrincipal, csrfToken: string): Reply {
  const { client, returnTo, state } = wish
  const source = returnTo === undefined ? undefined : formActionSource(returnTo)
  const fields = { client_id: client?.clientId, post_logout_redirect_uri: returnTo, state }
  return page({
    title: 'Sign out',
    formActions: source === undefined ? [] : [source],
    body: html`<h1>Sign out?</h1>
      <p class="lede">
        ${client ? html`<strong>${client.clientName}</strong> asks to sign you out here.` : 'An application asks to sign you out here.'}
        You are signed in as <strong>${user.email}</strong>.
      </p>
      ${form({
        action: '/oauth/logout',
        csrfToken,
        body: html`${Object.entries(fields).map(([name, value]) => hidden(name, value))}
          <div class="actions actions-pair">${buttonLink('Stay signed in', '/')}${button('Sign out')}</div>`,
      })}`,
  })
}

const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`
