import assert from 'node:assert/strict'
import { FactorPerson } from './factors.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import type { TestApp } from './app.ts'

/** A step of a flow as it is written. */
export interface FlowStep {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/** A flow, made by the first admin key; answers its id. */
export async function makeFlow(app: TestApp, steps: readonly object[], fields: object = {}): Promise<string> {
  const answer = await app.admin('POST', '/admin/flows', { name: 'A flow', trigger: 'login', steps, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.json['id'])
}

/** A step with what it takes. */
export const step = (type: string, config: Readonly<Record<string, unknown>> = {}): FlowStep => ({ type, config })

/** Puts steps before every sign-in of a trigger; answers the id of the flow. */
export const createFlow = (app: TestApp, trigger: FlowTrigger, ...steps: readonly FlowStep[]): Promise<string> =>
  makeFlow(app, steps, { trigger })

/** The runs of a flow, newest first. */
export async function runsOf(app: TestApp, flowId: string): Promise<Record<string, unknown>[]> {
  const { status, json, text } = await app.admin('GET', `/admin/flows/${flowId}/runs`)
  assert.equal(status, 200, text)
  return json['data'] as Record<string, unknown>[]
}

/** Somebody whose sign-in waits for an auth flow that has nothing left to ask. */
export async function waitingPerson(app: TestApp): Promise<FactorPerson> {
  await makeFlow(app, [{ type: 'require_email_verification' }])
  const person = await FactorPerson.signUp(app)
  const { json } = await person.logIn()
  assert.deepEqual(json['next'], { type: 'email_verification' })
  await person.proveAddress()
  return person
}

/** The latest run of a flow, with its timeline. */
export async function lastRun(app: TestApp, flow: string): Promise<Record<string, unknown>> {
  const { json } = await app.admin('GET', `/admin/flows/${flow}/runs?limit=1`)
  const [run] = json['data'] as { readonly id: string }[]
  assert.ok(run, 'the flow has no run')
  return (await app.admin('GET', `/admin/flows/runs/${run.id}`)).json
}
