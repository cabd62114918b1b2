import { buttonLink, html, page } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import type { Reply } from '#/platform/http/reply.ts'

/** Where somebody with a dead link goes on. */
interface Instead {
  readonly label: string
  readonly href: string
}

/** Answers a page for a link; one that is used up, too old, or never was one gets told how to get another. */
export async function forLink(instead: Instead, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof AppError && error.code.code === 'link_invalid') return deadLinkPage(instead)
    throw error
  }
}

const deadLinkPage = ({ label, href }: Instead): Reply =>
  page({
    title: 'This link does not work',
    status: 400,
    body: html`<h1>This link does not work any more</h1>
      <p class="lede">Links work once and for a limited time, and only the newest of its kind does.</p>
      <p class="actions">${buttonLink(label, href, 'primary')}</p>`,
  })
