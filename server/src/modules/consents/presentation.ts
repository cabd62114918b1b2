import type { Html } from '#/modules/branding/index.ts'
import { html, notice } from '#/modules/branding/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import { duration } from './duration.ts'
import type { ScopeSentence } from './scope-sentences.ts'
import { describeScope } from './scope-sentences.ts'

/** How long what a person allows lasts by itself. */
export interface Lifetimes {
  readonly accessSeconds: number
  /** Null when the client can not renew. */
  readonly renewalSeconds: number | null
}

/** The lifetimes a client's tokens get, by its own setting and the server's. */
export function lifetimesOf(
  client: Client,
  settings: { 'oauth.access_token_ttl_seconds': number; 'oauth.refresh_token_ttl_seconds': number },
): Lifetimes {
  return {
    accessSeconds: client.accessTokenTtlSeconds ?? settings['oauth.access_token_ttl_seconds'],
    renewalSeconds: client.grantTypes.includes('refresh_token')
      ? (client.refreshTokenTtlSeconds ?? settings['oauth.refresh_token_ttl_seconds'])
      : null,
  }
}

/** What a client would be able to do, in sentences: first what it can look at, then what it can do. */
export function permissionList(scope: string): Html {
  const asked = scopesOf(scope).map((name) => ({ name, ...describeScope(name) }))
  const group = (kind: ScopeSentence['kind'], heading: string): Html | false => {
    const of = asked.filter((entry) => entry.kind === kind)
    return (
      of.length > 0 &&
      html`<h2>${heading}</h2>
        <ul class="list">
          ${of.map(sentence)}
        </ul>`
    )
  }
  return html`${group('read', 'What it can see')}${group('write', 'What it can do')}`
}

// The name beside the sentence is for those who know it; a sentence that quotes it needs no repetition.
const sentence = ({ name, sentence: text }: ScopeSentence & { name: string }): Html =>
  html`<li>${text} ${!text.includes(name) && html`<code class="muted">${name}</code>`}</li>`

/** For how long, in one sentence. */
export const lifetimeSentence = ({ accessSeconds, renewalSeconds }: Lifetimes): string =>
  renewalSeconds === null
    ? `For ${duration(accessSeconds)}, then it has to ask again`
    : `For ${duration(accessSeconds)} at a time, renewed without asking for up to ${duration(renewalSeconds)}`

/** For clients that nobody here vouches for: the name is a claim. */
export const unverifiedNotice = (client: Client): Html | false =>
  !client.trusted &&
  notice(
    'warn',
    html`<strong>Unverified.</strong> This application registered itself under the name “${client.clientName}”. Nobody
      has checked who is behind it.`,
  )
