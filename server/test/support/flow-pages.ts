import { FactorPerson } from './factors.ts'
import { createFlow, step } from './flows.ts'
import { GOOD_PASSWORD } from './people.ts'
import type { PageWalk } from './page-walk.ts'
import type { FlowStep } from './flows.ts'

let flows = 0

/** Somebody at the first page of a flow that takes nobody else. */
async function meet(walk: PageWalk, asked: FlowStep, isProven = true) {
  const domain = `flow-${++flows}.example`
  const { app } = walk
  const id = await createFlow(app, 'login', asked)
  await app.admin('PATCH', `/admin/flows/${id}`, { conditions: { email_domain: domain } })
  const person = await FactorPerson.signUp(app, `maya@${domain}`)
  if (isProven) await person.proveAddress()
  const visitor = walk.visitor()
  const answer = await visitor.submit('/login', { email: person.email, password: GOOD_PASSWORD })
  return { person, visitor, answer }
}

/** What a sign-in waits at for its auth flow. */
export async function flowPages(walk: PageWalk): Promise<void> {
  const { app } = walk
  const confirming = await meet(walk, step('require_email_verification'), false)
  await walk.keep('flow, confirm', confirming.visitor.open('/continue'))
  await walk.keep('flow, not confirmed', confirming.visitor.submit('/continue', {}), 400)
  app.clock.advance(1000)
  await walk.keep('flow, link sent', confirming.visitor.submit('/continue', { decision: 'mail' }))
  await confirming.person.proveAddress()
  await walk.keep('flow, continue', confirming.visitor.open('/continue'))
  const { visitor } = await meet(walk, step('require_password_strength', { min_length: 60 }))
  await walk.keep('flow, password', visitor.open('/continue'))
  await walk.keep('flow, password, empty', visitor.submit('/continue', {}), 400)
  await walk.keep('flow, password, weak', visitor.submit('/continue', { password: 'still too short' }), 400)
  const leaving = await meet(walk, step('redirect', { url: `${app.baseUrl}/docs` }))
  await walk.keep('flow, leaving', leaving.visitor.open('/continue'))
  const message = walk.locale.startsWith('es') ? 'Hoy no.' : 'Not today.'
  const denied = await meet(walk, step('custom_check', { condition: { email_domain: 'acme.example' }, message }))
  await walk.keep('flow, stopped', denied.answer, 403)
  await walk.keep('flow, over', walk.visitor().open('/continue/back?state=x'), 409)
}
