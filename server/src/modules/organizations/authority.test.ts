import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatPermission } from '#/modules/roles/index.ts'
import { Authority, fullAuthority } from './authority.ts'
import { organizationErrors } from './errors.ts'
import { builtInRoles, orgPermissions } from './role.ts'

const word = fc.constantFrom('documents', 'organization', 'read', 'invite', '*')
const permissions = fc.array(fc.record({ resource: word, action: word }).map(formatPermission), { maxLength: 4 })

describe('authority in an organization', () => {
  const [owner, admin, member] = ['owner', 'admin', 'member'].map((name) => {
    const role = builtInRoles('org_x', 0).find((one) => one.name === name)
    assert.ok(role)
    return role
  })
  assert.ok(owner && admin && member)

  test('owners stand over admins, and admins over members, and nobody the other way round', () => {
    const over = (one: typeof owner, two: typeof owner) => new Authority(one.permissions).covers(two)
    for (const role of [owner, admin, member]) {
      assert.ok(over(role, role))
      assert.ok(over(owner, role))
    }
    assert.ok(over(admin, member))
    assert.ok(!over(member, admin))
    assert.ok(!over(admin, owner))
  })

  test('an admin does everything here but delete', () => {
    const authority = new Authority(admin.permissions)
    for (const permission of Object.values(orgPermissions)) {
      assert.equal(authority.may(permission), permission !== orgPermissions.delete)
    }
    assert.throws(() => authority.require(orgPermissions.delete), {
      code: organizationErrors.organization_permission_needed,
      details: { required_permission: 'organization:delete' },
    })
    assert.throws(() => authority.requireOver(owner), { code: organizationErrors.role_above_own })
  })

  test('who has no permission may nothing, and stands over who has none either', () => {
    const nobody = new Authority([])
    assert.ok(nobody.covers({ permissions: [] }))
    assert.ok(!nobody.covers(member))
    assert.ok(!nobody.may(orgPermissions.invite))
  })

  test('AD16: whatever somebody gives, its holder can do no more than the giver', () => {
    fc.assert(
      fc.property(permissions, permissions, permissions, (mine, given, asked) => {
        const giver = new Authority(mine)
        fc.pre(giver.covers({ permissions: given }))
        const holder = new Authority(given)
        for (const permission of asked) if (holder.may(permission)) assert.ok(giver.may(permission))
      }),
    )
  })

  test('full authority covers every role', () => {
    fc.assert(fc.property(permissions, (given) => assert.ok(fullAuthority.covers({ permissions: given }))))
  })
})
