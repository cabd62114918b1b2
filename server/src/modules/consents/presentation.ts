import type { Html } from '#/ui/index.ts'
import { html, notice } from '#/ui/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { domainOf, scopesOf } from '#/modules/clients/index.ts'
import { includesTarget } from '#/modules/resources/index.ts'
import type { Resource } from '#/modules/resources/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { duration } from './duration.ts'
import { isReceiver } from './consent-requirement.ts'
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

const texts = words({
  en: {
    canSee: 'What it can see',
    canDo: 'What it can do',
    once: (span: string) => `For ${span}, then it has to ask again`,
    renewed: (span: string, most: string) => `For ${span} at a time, renewed without asking for up to ${most}`,
    privacy: 'Privacy policy',
    terms: 'Terms of service',
    unverified: (client: string): Html =>
      html`<strong>Unverified.</strong> This application registered itself under the name “${client}”. Nobody has
        checked who is behind it.`,
    fromDomain: (domain: string, client: string): Html =>
      html`<strong>From ${domain}.</strong> The answer goes where this domain says. “${client}” is what the application
        calls itself: nobody here has checked that.`,
    claimsDomain: (domain: string, client: string): Html =>
      html`<strong>Says it is from ${domain}.</strong> A program on a device can not prove that, nor that it is
        “${client}”. Go on only if you started it yourself.`,
  },
  es: {
    canSee: 'Lo que puede ver',
    canDo: 'Lo que puede hacer',
    once: (span) => `Durante ${span}; después tiene que volver a pedirlo`,
    renewed: (span, most) => `Durante ${span} cada vez, renovable sin preguntarte hasta ${most}`,
    privacy: 'Política de privacidad',
    terms: 'Condiciones del servicio',
    unverified: (client) =>
      html`<strong>Sin verificar.</strong> Esta aplicación se registró ella misma con el nombre «${client}». Nadie ha
        comprobado quién está detrás.`,
    fromDomain: (domain, client) =>
      html`<strong>De ${domain}.</strong> La respuesta va adonde dice este dominio. «${client}» es como se llama a sí
        misma la aplicación: nadie aquí lo ha comprobado.`,
    claimsDomain: (domain, client) =>
      html`<strong>Dice ser de ${domain}.</strong> Un programa de un dispositivo no puede demostrarlo, ni que sea
        «${client}». Continúa solo si lo has iniciado tú.`,
  },
})

/** What scopes allow in the sentences of the resources that know them. */
export type ScopeSentences = ReadonlyMap<string, readonly string[]>

/**
 * What a client would be able to do, in sentences: first what it can look at, then what it can do. Operators say it for
 * the scopes of their resources.
 */
export function permissionList(scope: string, locale: Locale, ofResources: ScopeSentences): Html {
  const asked = scopesOf(scope).flatMap((name) => {
    const guessed = describeScope(name, locale)
    return (ofResources.get(name) ?? [guessed.sentence]).map((text) => ({ name, kind: guessed.kind, sentence: text }))
  })
  const { canSee, canDo } = texts(locale)
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
  return html`${group('read', canSee)}${group('write', canDo)}`
}

// The name beside the sentence is for those who know it; a sentence that quotes it needs no repetition.
const sentence = ({ name, sentence: text }: ScopeSentence & { name: string }): Html =>
  html`<li>${text} ${!text.includes(name) && html`<code class="muted">${name}</code>`}</li>`

/** For how long, in one sentence. */
export function lifetimeSentence({ accessSeconds, renewalSeconds }: Lifetimes, locale: Locale): string {
  const { once, renewed } = texts(locale)
  const span = duration(accessSeconds, locale)
  return renewalSeconds === null ? once(span) : renewed(span, duration(renewalSeconds, locale))
}

/**
 * For clients that nobody here vouches for: the name is a claim. The domain of one with a document is none where what it
 * gets is of use only to whom the domain named.
 */
export function unverifiedNotice(client: Client, locale: Locale, redirectUri = ''): Html | false {
  const { unverified, fromDomain, claimsDomain } = texts(locale)
  const domain = domainOf(client)
  if (domain === undefined) return !client.trusted && notice('warn', unverified(client.clientName))
  const said = isReceiver({ client, redirectUri }) ? fromDomain : claimsDomain
  return notice('warn', said(domain, client.clientName))
}

/**
 * What a client says about its privacy and terms, with the host that says it: the addresses are the client's own word.
 * They open beside the page, so that the person can come back and decide.
 */
export function clientLinks({ metadata }: Client, locale: Locale): Html | undefined {
  const { privacy, terms } = texts(locale)
  const links = [
    { text: privacy, url: URL.parse(metadata.policy_uri ?? '') },
    { text: terms, url: URL.parse(metadata.tos_uri ?? '') },
  ].flatMap(({ text, url }) => (url?.protocol === 'https:' ? [{ text, url }] : []))
  if (links.length === 0) return undefined
  const shown = links.map(
    ({ text, url }, i) =>
      html`${i > 0 && ' · '}<a href="${url.href}" target="_blank" rel="noopener noreferrer">${text}</a> (${url.host})`,
  )
  return html`<p class="fine">${shown}</p>`
}

/** Where tokens would be good for: what operators call each resource, and its address. */
export const targetList = (targets: readonly string[], listed: readonly Resource[]): Html =>
  html`${targets.map((target) => html`${listed.find(({ uri }) => includesTarget([uri], target))?.name} <code>${target}</code> `)}`
