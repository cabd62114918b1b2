import { buttonLink, html } from '#/ui/index.ts'
import { keepingScript } from '#/ui/scripts/script.ts'
import { accountPage } from './frame.ts'
import { secondStepWords } from './words/second-step.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/**
 * The page that shows recovery codes, this once: it answers the form that made them, because nothing may keep them.
 * Saving them as a file works everywhere, copying and printing by a button where scripts run.
 */
export function codesPage(
  page: PageContext,
  { user }: SessionPrincipal,
  codes: readonly string[],
  intro: string,
  waits?: string,
): Reply {
  const words = secondStepWords(page.locale)
  const { hostname } = new URL(page.services.issuer)
  const next = waits ?? (page.purpose.query === '' ? '/account/security' : page.purpose.destination)
  const file = [words.fileIntro(hostname, user.email), '', ...codes, ''].join('\n')
  return accountPage(page, {
    title: words.codesTitle,
    place: 'security',
    intro,
    script: keepingScript.url,
    body: html`<div class="panel">
        <p class="muted">${words.onceOnly}</p>
        <ol class="codes" id="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ol>
        <p class="panel-actions">
          <a
            class="button button-plain"
            href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}"
            download="recovery-codes.txt"
            >${words.save}</a
          >
          <button class="button button-plain" type="button" data-copy="codes" data-done="${words.copied}" hidden>
            ${words.copy}
          </button>
          <button class="button button-plain" type="button" data-print hidden>${words.print}</button>
        </p>
      </div>
      <p class="panel-actions">${buttonLink(words.kept, next, 'primary')}</p>`,
  })
}
