import assert from 'node:assert/strict'
import { FactorPerson } from './factors.ts'
import type { TestApp } from './app.ts'

/** A flow, made by the first admin key; answers its id. */
export async function makeFlow(app: TestApp, steps: readonly object[], fields: object = {}): Promise<string> {
  const answer = await app.admin('POST', '/admin/flows', { name: 'A flow', trigger: 'login', steps, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.json['id'])
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
