import { buttonLink, html, page } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/http/errors.ts'
import { tooManyAttempts } from './failure.ts'
import type { Reply } from '#/platform/http/reply.ts'
import type { Wording } from './failure.ts'
import type { Purpose } from './visit.ts'

export const ASK_EMAIL = 'Enter your e-mail address.'

/** What is wrong with asking for a link, in the words of a form. Whether anybody has the address is never said. */
export const askWording: Wording = {
  invalid_email: { field: 'email', status: 400, text: () => 'Enter an e-mail address such as maya@example.com.' },
  rate_limited: { field: '', status: 429, text: tooManyAttempts },
}

interface Sent {
  readonly email: string
  readonly minutes: number
  /** Where to ask once more. */
  readonly again: string
  readonly purpose: Purpose
}

/** What everybody sees who asked for a link, word for word the same. */
export const sentPage = ({ email, minutes, again, purpose }: Sent): Reply =>
  page({
    title: 'Look into your mail',
    body: html`<h1>Look into your mail</h1>
      <p class="lede">
        If there is an account for <strong>${email}</strong>, a link is on its way. It works once, for ${minutes}
        minutes.
      </p>
      <p class="fine">
        Nothing there? Look among the unwanted mail, check the address, or
        <a href="${again}">ask once more</a>. Only the newest link works.
        <a href="/login${purpose.query}">Back to sign in</a>
      </p>`,
  })

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
