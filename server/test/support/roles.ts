import assert from 'node:assert/strict'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { TestAnswer, TestApp } from './app.ts'

/** Makes a user through the admin API; answers the id. */
export async function makeUser(app: TestApp, email: string, more: Record<string, unknown> = {}): Promise<string> {
  return idOf(await app.admin('POST', '/admin/users', { email, ...more }))
}

/** Makes a permission; answers the id. */
export async function makePermission(app: TestApp, permission: string): Promise<string> {
  return idOf(await app.admin('POST', '/permissions', { permission }))
}

/** Makes a role that holds permissions that are listed; answers the id. */
export async function makeRole(app: TestApp, name: string, permissions: readonly string[] = []): Promise<string> {
  return idOf(await app.admin('POST', '/roles', { name, permissions }))
}

/** Gives a user a role. */
export async function giveRole(app: TestApp, userId: string, roleId: string, expiresAt?: string): Promise<void> {
  const until = expiresAt === undefined ? {} : { expires_at: expiresAt }
  idOf(await app.admin('POST', `/users/${userId}/roles`, { role_id: roleId, ...until }))
}

function idOf({ status, text, json }: TestAnswer): string {
  assert.equal(status, 201, text)
  return json['id'] as string
}

/** The entries of a list. */
export const dataOf = ({ json }: TestAnswer) => json['data'] as Record<string, unknown>[]

/** One member of every entry of a list. */
export const column = (answer: TestAnswer, member: string): unknown[] => dataOf(answer).map((entry) => entry[member])

/** Sends with a key that has only these scopes. */
export async function withScopes(app: TestApp, ...scopes: string[]): Promise<TestApp['admin']> {
  const { secret } = await app.database.db.tx((tx) =>
    app.services.apiKeys.create(tx, { name: 'narrow', scopes }, systemActor('test')),
  )
  return (method, path, json) =>
    app.send({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(json === undefined ? {} : { json }),
    })
}

/** How many events there are of each name that begins like this. */
export async function eventsOf(
  app: TestApp,
  prefix: string,
): Promise<{ name: string; data: Record<string, unknown> }[]> {
  const rows = await app.database.db.all(sql`
    SELECT name, data FROM events WHERE name LIKE ${`${prefix}%`} ORDER BY created_at, id`)
  return rows.map((row) => ({
    name: row['name'] as string,
    data: JSON.parse(row['data'] as string) as Record<string, unknown>,
  }))
}
