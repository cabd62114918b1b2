import { buttonLink, html } from '#/ui/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { linkWords } from './words/links.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Where somebody with a dead link goes on. */
interface Instead {
  readonly label: string
  readonly href: string
}

/** Answers a page for a link; one that is used up, too old, or never was one gets told how to get another. */
export async function forLink(page: PageContext, instead: Instead, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof AppError && error.code.code === 'link_invalid') return deadLinkPage(page, instead)
    throw error
  }
}

function deadLinkPage(page: PageContext, { label, href }: Instead): Reply {
  const { deadTitle, dead, whyDead } = linkWords(page.locale)
  return page.show({
    title: deadTitle,
    heading: dead,
    intro: whyDead,
    status: 400,
    body: html`<p class="actions">${buttonLink(label, href, 'primary')}</p>`,
  })
}
