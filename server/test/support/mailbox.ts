import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** A message that reached somebody, with the links of this server it carries. */
export interface TestMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly links: string[]
}

/**
 * What reached an address, oldest first, after everything that waits was sent. Messages of one moment have no order:
 * move the clock between two, or tell them by their subject.
 */
export async function mailOf(app: TestApp, address: string): Promise<TestMail[]> {
  await app.services.linkRequests.settled()
  await app.app.jobs.runNow('email.send')
  const { rows } = await app.services.mailbox.list({ before: undefined, limit: 200, includeTotal: false }, address)
  return rows.toReversed().map(({ id, recipient, subject, html, text }) => ({
    id,
    to: recipient,
    subject,
    html,
    text,
    links: linksOf(html, app.baseUrl),
  }))
}

/** The one link of the newest message to an address whose subject fits; fails when there is none. */
export async function linkTo(app: TestApp, address: string, subject: RegExp = /./): Promise<string> {
  const mails = await mailOf(app, address)
  const mail = mails.findLast((one) => subject.test(one.subject))
  assert.ok(
    mail,
    `no message to ${address} with the subject ${subject}; got ${mails.map((one) => one.subject).join(', ')}`,
  )
  assert.equal(new Set(mail.links).size, 1, mail.html)
  return mail.links[0] ?? ''
}

/** The addresses of this server that a message links to. */
function linksOf(html: string, baseUrl: string): string[] {
  const hrefs = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return hrefs.filter((href) => href.startsWith(baseUrl))
}
