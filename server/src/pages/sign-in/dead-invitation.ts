import { buttonLink, html } from '#/ui/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invitationWords } from './words/invitations.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Answers a page for an invitation, or one that says why there is nothing to accept. */
export async function orDeadInvitation(page: PageContext, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    const why = error instanceof AppError ? deathOf(error, page.locale) : undefined
    if (!why) throw error
    const { startPage } = invitationWords(page.locale)
    return page.show({ ...why, body: html`<p class="actions">${buttonLink(startPage, '/', 'primary')}</p>` })
  }
}

function deathOf({ code }: AppError, locale: Locale): { title: string; intro: string; status: number } | undefined {
  const texts = invitationWords(locale)
  if (code.code === 'invitation_over') return { title: texts.over, intro: texts.overIntro, status: 410 }
  if (code.code === 'invitation_expired') return { title: texts.expired, intro: texts.expiredIntro, status: 410 }
  if (code.code === 'invitation_not_found') return { title: texts.unknown, intro: texts.unknownIntro, status: 400 }
  return undefined
}
