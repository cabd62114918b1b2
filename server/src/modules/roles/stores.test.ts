import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { newId } from '#/platform/ids.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { pageBehind } from '#test/support/paging.ts'
import type { Page, Position } from '#/platform/paging/paging.ts'
import { endRows } from '#test/support/lifecycle.ts'
import { makePeople } from '#test/support/people.ts'
import { AssignmentStore, assignmentsOfUser } from './assignment-store.ts'
import { PermissionSourceStore } from './permission-source-store.ts'
import { HolderStore } from './holder-store.ts'
import { PermissionStore } from './permission-store.ts'
import { parsePermission, permits } from './permission.ts'
import { RoleAssignments } from './role-assignments.ts'
import { heldPermissions, RoleStore } from './role-store.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { ListedPermission, Role } from './role.ts'

const actor = { type: 'system', id: 'test', requestId: null, ip: null } as const

class World {
  readonly db: EngineFixture['db']
  readonly clock: EngineFixture['clock']
  readonly roles: RoleStore
  readonly permissions: PermissionStore
  readonly assignments: AssignmentStore
  readonly holders: HolderStore
  readonly grants: PermissionSourceStore
  constructor({ db, clock }: EngineFixture) {
    this.db = db
    this.clock = clock
    this.roles = new RoleStore(db)
    this.permissions = new PermissionStore(db)
    this.assignments = new AssignmentStore(db)
    this.holders = new HolderStore(db)
    this.grants = new PermissionSourceStore(db)
  }

  get now(): number {
    return this.clock.now()
  }

  async permission(name: string): Promise<ListedPermission> {
    this.clock.advance(1)
    const parsed = parsePermission(name)
    assert.ok(parsed)
    const permission = { id: newId('perm', this.now), name, ...parsed, description: null, createdAt: this.now }
    assert.equal(await this.db.tx((tx) => this.permissions.insert(tx, permission)), true)
    return permission
  }

  async role(name: string, ...held: ListedPermission[]): Promise<Role> {
    this.clock.advance(1)
    const times = { createdAt: this.now, updatedAt: this.now }
    const role = { id: newId('role', this.now), name, nameCanonical: name.toLowerCase(), description: null, ...times }
    await this.db.tx(async (tx) => {
      assert.equal(await this.roles.insert(tx, role), true)
      await this.roles.setPermissions(
        tx,
        role.id,
        held.map(({ id }) => id),
        this.now,
      )
    })
    return role
  }

  give(userId: string, { id: roleId }: Role, expiresAt: number | null = null): Promise<void> {
    const assignment = { userId, roleId, assignedBy: 'test', createdAt: this.now, expiresAt }
    return this.db.tx((tx) => this.assignments.put(tx, assignment))
  }
}

describe('the stores of roles and permissions', () => {
  onEachEngine('hold each permission once and set them as a whole', async (_t, fixture) => {
    const world = new World(fixture)
    const [a, b, c] = [await world.permission('a:x'), await world.permission('b:x'), await world.permission('c:x')]
    const role = await world.role('R', b, a)
    const held = async () => (await world.roles.permissionsOf(role.id)).map(({ name }) => name)
    assert.deepEqual(await held(), ['a:x', 'b:x'])
    const set = (...all: ListedPermission[]) =>
      world.db.tx((tx) =>
        world.roles.setPermissions(
          tx,
          role.id,
          all.map(({ id }) => id),
          world.now,
        ),
      )
    await set(b, c)
    assert.deepEqual(await held(), ['b:x', 'c:x'])
    const add = (it: ListedPermission) => world.db.tx((tx) => world.roles.add(tx, role.id, it.id, world.now))
    const remove = (it: ListedPermission) => world.db.tx((tx) => world.roles.remove(tx, role.id, it.id))
    assert.deepEqual([await add(b), await add(a), await remove(a), await remove(a)], [false, true, true, false])
    await set()
    assert.deepEqual(await held(), [])
    assert.equal(await world.db.tx((tx) => world.permissions.insert(tx, { ...a, id: newId('perm', 0) })), false)
    assert.equal(await world.db.tx((tx) => world.roles.insert(tx, { ...role, id: newId('role', 0) })), false)
  })

  onEachEngine('leave nothing behind of a role, a permission or a user', async (_t, fixture) => {
    const world = new World(fixture)
    const [a, b] = [await world.permission('a:x'), await world.permission('b:x')]
    const [one, two] = [await world.role('One', a, b), await world.role('Two', a)]
    for (const user of ['usr_1', 'usr_2']) for (const role of [one, two]) await world.give(user, role)
    assert.deepEqual(await new RoleAssignments(fixture).count({ by: 'role', roleId: one.id }), { role_assignments: 2 })
    assert.equal(await endRows(fixture, heldPermissions, { by: 'role', roleId: one.id }), 2)
    await world.db.tx((tx) => world.roles.delete(tx, one.id))
    assert.equal(await endRows(fixture, heldPermissions, { by: 'permission', permissionId: a.id }), 1)
    await world.db.tx((tx) => world.permissions.delete(tx, a.id))
    await endRows(fixture, assignmentsOfUser, { by: 'user', userId: 'usr_1' })
    assert.equal(await world.assignments.count('usr_2', world.now), 1, 'what is left of a role counts for nothing')
    const deleteOne = () => world.db.tx((tx) => world.assignments.deleteLeftovers(tx, 1))
    assert.deepEqual([await deleteOne(), await deleteOne()], [1, 0])
    const left = await world.db.all(sql`SELECT user_id, role_id FROM user_roles`)
    assert.deepEqual(
      left.map((row) => ({ ...row })),
      [{ user_id: 'usr_2', role_id: two.id }],
    )
    assert.deepEqual(await world.db.all(sql`SELECT role_id FROM role_permissions`), [])
  })

  onEachEngine('give the same answer to a check as the words of the permissions', async (_t, fixture) => {
    const world = new World(fixture)
    const names = ['a:x', 'a:y', 'b:x', 'b:y', 'a:*', '*:x', '*']
    const listed = new Map<string, ListedPermission>()
    for (const name of names) listed.set(name, await world.permission(name))
    for (const [i, name] of names.entries()) {
      const user = `usr_${i}`
      await world.give(user, await world.role(`Only ${name}`, listed.get(name) as ListedPermission))
      const { rows, total } = await world.grants.covered(user, world.now, pageBehind(undefined, 50))
      const covered = new Set(rows.map((it) => it.name))
      for (const asked of names) {
        if (name !== '*') assert.equal(covered.has(asked), permits(name, asked), `${name} over ${asked}`)
      }
      const { length } = await world.grants.held(user, names, world.now)
      assert.equal(length, 1)
      if (name !== '*') assert.equal(total, covered.size)
    }
    assert.deepEqual(await world.grants.held('usr_0', [], world.now), [])
    assert.deepEqual(await world.grants.held('usr_none', names, world.now), [])
  })

  onEachEngine('know nobody by a role whose time is over', async (_t, fixture) => {
    const world = new World(fixture)
    const { users } = await makePeople(fixture)
    const { id: user } = await users.create({ email: 'maya@example.com' }, actor)
    const a = await world.permission('a:x')
    const role = await world.role('R', a)
    const end = world.now + 1000
    await world.give(user, role, end)
    const first = pageBehind(undefined, 10)
    const counts = ({ rows, total }: Page<unknown>) => [rows.length, total]
    const seen = async (now: number) => [
      (await world.grants.held(user, ['a:x'], now)).length,
      ...counts(await world.grants.covered(user, now, first)),
      ...counts(await world.holders.list(a.id, now, first)),
      ...counts(await world.assignments.list(user, now, first)),
      (await world.permissions.usage([a.id], now, first)).rows[0]?.users,
    ]
    assert.deepEqual(await seen(end - 1), Array(8).fill(1))
    assert.deepEqual(await seen(end), Array(8).fill(0))
    assert.equal(await world.db.tx((tx) => world.assignments.delete(tx, user, role.id, end)), false)
    assert.equal(await world.db.tx((tx) => world.assignments.delete(tx, user, role.id, end - 1)), true)
  })

  onEachEngine('list the holders of a permission once each, whichever roles they have', async (_t, fixture) => {
    const world = new World(fixture)
    const { users } = await makePeople(fixture)
    const a = await world.permission('a:x')
    const roles = [await world.role('C', a), await world.role('B', a), await world.role('A', a)]
    const other = await world.role('Other')
    const people: string[] = []
    for (let i = 0; i < 12; i++) {
      world.clock.advance(1)
      const { id } = await users.create({ email: `p${i}@example.com` }, actor)
      people.unshift(id)
      for (const [r, role] of roles.entries()) if (i % (r + 1) === 0) await world.give(id, role)
      await world.give(id, other)
    }
    const seen: string[] = []
    let before: Position | undefined
    do {
      const { rows, next, total } = await world.holders.list(a.id, world.now, pageBehind(before, 5))
      seen.push(...rows.map(({ id }) => id))
      assert.equal(total, 12)
      before = next
    } while (before !== undefined)
    assert.deepEqual(seen, people)
    const [, , , , , sixth] = (await world.holders.list(a.id, world.now, pageBehind(undefined, 6))).rows
    assert.deepEqual(
      sixth?.roles.map(({ name }) => name),
      ['A', 'B', 'C'],
    )
    assert.deepEqual((await world.holders.list(newId('perm', 0), world.now, pageBehind(undefined, 5))).rows, [])
  })
})
