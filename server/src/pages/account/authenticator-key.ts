import { button, field, html } from '#/ui/index.ts'
import { ENROLLMENT_PAGE } from '#/modules/sessions/index.ts'
import { qrSvg } from '#/modules/credentials/index.ts'
import { panel } from './fragments.ts'
import { secondStepWords } from './words/second-step.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Where a key is asked for and shown. */
export const SECOND_STEP = ENROLLMENT_PAGE

/** The key that waits, for whoever is fresh; the page never leads away by itself, so that its way back always works. */
export async function settingUp(
  page: PageContext,
  person: SessionPrincipal,
  failure: Failure | undefined,
): Promise<Html> {
  const { services, locale, purpose } = page
  const offered = services.sessions.isFresh(person.session) ? await services.secondFactors.offered(person) : undefined
  const words = secondStepWords(locale)
  const { session } = person
  if (!offered) {
    return page.form({
      action: `${SECOND_STEP}${purpose.query}`,
      session,
      body: html`<div class="panel-actions">${button(words.begin)}</div>`,
    })
  }
  return html`${panel({ id: 'scan', heading: words.scan, body: await keyToScan(page, offered) })}
  ${panel({ id: 'prove', heading: words.prove, body: proving(page, person, failure) })}
  ${page.form({ action: `${SECOND_STEP}${purpose.query}`, session, body: html`<p class="fine">${button(words.another, { kind: 'plain' })}</p>` })}`
}

async function keyToScan(
  { locale }: PageContext,
  { secret, otpauthUri }: { secret: string; otpauthUri: string },
): Promise<Html> {
  const words = secondStepWords(locale)
  const picture = `data:image/svg+xml,${encodeURIComponent(await qrSvg(otpauthUri))}`
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return html`<p>${words.scanHow}</p>
    <p><img class="qr" src="${picture}" alt="${words.qrAlt}" width="200" height="200" /></p>
    <p><a href="${otpauthUri}">${words.openApp}</a></p>
    <p>${words.typeHow} <code class="key">${groups}</code></p>`
}

function proving(page: PageContext, { session }: SessionPrincipal, failure: Failure | undefined): Html {
  const words = secondStepWords(page.locale)
  return page.form({
    action: `${SECOND_STEP}/activate${page.purpose.query}`,
    session,
    body: html`${field({
        name: 'code',
        label: words.code,
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 10,
        error: failure?.errors['code'],
        autofocus: failure !== undefined,
      })}
      <div class="panel-actions">${button(words.activate)}</div>`,
  })
}
