import { buttonLink, html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { common } from './common-words.ts'
import { withPurpose } from './sign-in-context.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from './page-context.ts'

/** What a page answers; or that an auth flow stopped the sign-in, in the words of whoever set it up; or where to sign in instead. */
export async function orStopped(page: PageContext, answer: () => Promise<Reply> | Reply): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code.code === 'sign_in_stopped')
      return stoppedPage(page, error.details).withCookie(error.headers['set-cookie'])
    if (error.code.code === 'sso_required') return elsewherePage(page, error.details)
    throw error
  }
}

function stoppedPage(page: PageContext, { message, run_id: runId }: Readonly<Record<string, unknown>>): Reply {
  const { title, ask, run } = stoppedWords(page.locale)
  return page.show({
    title,
    intro: String(message),
    status: 403,
    selfUrl: false,
    body: html`<p>${ask}</p>
      <p class="actions">${buttonLink(common(page.locale).backToSignIn, `/login${page.purpose.query}`)}</p>
      <p class="fine">${run} <code>${String(runId)}</code></p>`,
  })
}

/** Leads somebody who signs in where they work and nowhere else there, with what they were about to do. */
function elsewherePage(
  page: PageContext,
  { redirect_url: url, connections }: Readonly<Record<string, unknown>>,
): Reply {
  const { elsewhere, signInAt, signInThere } = stoppedWords(page.locale)
  const [company] = connections as readonly string[]
  return page.show({
    title: elsewhere,
    intro: signInAt(company ?? ''),
    status: 403,
    selfUrl: false,
    body: html`<p class="actions">${buttonLink(signInThere, withPurpose(String(url), page.purpose), 'primary')}</p>`,
  })
}

const stoppedWords = words({
  en: {
    title: 'Your sign-in was stopped',
    ask: 'You are not signed in. If this should not be so, tell the people who run this service the number below.',
    run: 'Run',
    elsewhere: 'You sign in where you work',
    signInAt: (company: string) => `People with your address sign in with ${company}.`,
    signInThere: 'Go there',
  },
  es: {
    title: 'No se ha podido entrar',
    ask: 'No tienes la sesión abierta. Si crees que es un error, di el número de abajo a quienes gestionan este servicio.',
    run: 'Número',
    elsewhere: 'Tú entras con tu empresa',
    signInAt: (company) => `Quienes tienen una dirección como la tuya entran con ${company}.`,
    signInThere: 'Ir allí',
  },
})
