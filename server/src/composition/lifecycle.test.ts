import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Cause, Causes } from '#/modules/lifecycle/index.ts'
import { insertToken, makeClients, operator } from '#test/support/clients.ts'
import { freshDatabase, onEachEngine } from '#test/support/engines.ts'
import { TestClock } from '#test/support/clock.ts'
import { makeEndings, makeLifecycle } from '#test/support/lifecycle.ts'

/** What a column that names something belongs to, and the cause by which that ends. */
const owners: Readonly<Record<string, Cause>> = {
  agent_id: 'clientDeleted',
  app_id: 'clientDeleted',
  client_id: 'clientDeleted',
  connection_id: 'vaultConnectionEnded',
  consent_id: 'consentRevoked',
  delegator: 'clientDeleted',
  invited_by: 'userDeleted',
  organization_id: 'organizationDeleted',
  owner_id: 'userDeleted',
  permission_id: 'permissionDeleted',
  policy_id: 'policyRevoked',
  provider_id: 'providerDeleted',
  role_id: 'roleDeleted',
  session_id: 'sessionRevoked',
  signed_by: 'signingKeyRevoked',
  sso_connection_id: 'ssoConnectionDeleted',
  subject: 'userDeleted',
  upstream_id: 'upstreamDeleted',
  user_id: 'userDeleted',
  vault_provider_id: 'vaultProviderDeleted',
  webhook_id: 'webhookDeleted',
  flow_id: 'flowDeleted',
}

const record = 'it says who did something, and is kept as a record'
const anchor = 'it is the row itself'
const lineage = 'a token ends with its ancestors by itself'
const minutes = 'it ends by itself in minutes, and asks before whether the other still is there'
const mail = 'it is the first line of a message'
const notice = 'it waits to be sent, and that is over soon; a client that is gone is told nothing'

/** Columns that name something whose end does not touch the row, with the reason. */
const stays: Readonly<Record<string, string>> = {
  'api_keys.created_by': record,
  'authorization_codes.root_id': 'so that a replay finds the family',
  'authorization_requests.client_id': minutes,
  'authorization_requests.prior_session_id': minutes,
  'authorization_requests.user_id': minutes,
  'branding_drafts.updated_by': record,
  'branding_versions.created_by': record,
  'clients.client_id': anchor,
  'clients.created_by': record,
  'dev_emails.subject': mail,
  'email_templates.subject': mail,
  'events.actor_id': record,
  'events.client_request_id': record,
  'events.request_id': record,
  'events.target_id': record,
  'flow_runs.session_id': 'its end says what became of a sign-in, and only its session goes on with it',
  'flow_versions.created_by': record,
  'logout_notices.client_id': notice,
  'logout_notices.session_id': 'it tells of the end of the session',
  'logout_notices.user_id': 'it tells of the end of the sessions of the user',
  'logout_participants.client_id': notice,
  'oauth_providers.client_id': 'it is our name at the provider',
  'oauth_round_trips.provider_id': minutes,
  'oauth_round_trips.session_id': minutes,
  'passkeys.credential_id': anchor,
  'policies.created_by': record,
  'proxy_codes.session_id': minutes,
  'proxy_codes.user_id': minutes,
  'proxy_sessions.session_id': 'it opens nothing without the session, which is asked at each use',
  'pushed_requests.client_id': minutes,
  'scim_group_members.scim_group_id': 'a group is deleted with its members, by itself or with its connection',
  'scim_group_members.scim_user_id': 'it ends with the person and with the connection, and names no user itself',
  'scim_groups.external_id': 'what the identity provider calls it',
  'scim_users.external_id': 'what the identity provider calls them',
  'sso_attempts.sso_connection_id': minutes,
  'sso_domains.verified_by': 'it says how, and not who',
  'sso_joins.sso_connection_id': minutes,
  'sso_joins.user_id': minutes,
  'sso_saml_responses.sso_connection_id': minutes,
  'sso_sessions.session_id': 'it says which connection opened a session, which is asked when either ends',
  'sso_sessions.sso_connection_id': 'by it the sessions of a connection end that is gone',
  'token_marks.subject': 'it says what ended, until the last token that it is about is over',
  'tokens.parent_id': lineage,
  'tokens.root_id': lineage,
  'user_roles.assigned_by': record,
  'vault_attempts.user_id': minutes,
  'vault_attempts.vault_provider_id': minutes,
  'vault_providers.client_id': 'it is our name at the provider',
  'vault_revocations.user_id': 'the account ended with its person, and is still to be ended at the provider',
  'vault_revocations.vault_provider_id': 'the same of its provider',
  'vault_uses.client_id': record,
  'vault_uses.connection_id': record,
  'vault_uses.root_id': record,
  'vault_uses.token_id': record,
  'vault_uses.vault_provider_id': record,
  'webhook_deliveries.event_id': record,
  'webhooks.created_by': record,
  'data_keys.master_key_id': 'the master key lives outside',
}

/** The tables and columns that are there after every migration. */
async function columnsOf(db: Db): Promise<string[]> {
  const rows = await db.all(sql`
    SELECT t.name AS table_name, c.name AS column_name
    FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY 1, 2`)
  return rows.map((row) => `${String(row['table_name'])}.${String(row['column_name'])}`)
}

test('every column that names something ends with that, or says why not', async () => {
  const fresh = await freshDatabase('sqlite')
  const columns = await columnsOf(fresh.db)
  const endings = makeEndings({ db: fresh.db, clock: new TestClock() })
  await fresh.release()
  const naming = columns.filter((column) => /(_id|_by|\.subject|\.delegator)$/.test(column))
  const ends = (path: string): boolean => {
    const [table = '', column = ''] = path.split('.')
    const cause = owners[column]
    return cause !== undefined && endings[cause].some(({ tables }) => tables.includes(table))
  }
  assert.deepEqual(
    naming.filter((path) => !ends(path)),
    Object.keys(stays).toSorted(),
  )
})

type Cases = { readonly [C in Cause]: Causes[C] }

/** Somebody, named by a number, with one of each thing that can end. Answers what each cause is of. */
async function arrange(fixture: Parameters<typeof makeClients>[0], n: number): Promise<Cases> {
  const { db, clock } = fixture
  const [now, later] = [clock.now(), clock.now() + 60_000]
  const [userId, clientId, sessionId] = [`usr_${n}`, `client-${n}`, `sess_${n}`]
  const [consentId, policyId, organizationId] = [`con_${n}`, `pol_${n}`, `org_${n}`]
  const [roleId, permissionId, providerId, vaultProviderId] = [`role_${n}`, `perm_${n}`, `idp_${n}`, `vp_${n}`]
  const [jkt, kid] = [`jkt-${n}`, `kid-${n}`]
  const agentId = `agt_${n}`
  const upstreamId = `ups_${n}`
  const [email, uri] = [`${n}@example.com`, `https://${n}.example.com/mcp`]
  const ssoConnectionId = `sso_${n}`
  const apiKeyId = `key_${n}`
  const [webhookId, flowId] = [`wh_${n}`, `flow_${n}`]
  const made = makeClients(fixture)
  const owned = { clientId, userId, sessionId, consentId }
  await insertToken(made, { ...owned, kind: 'refresh', jkt })
  const parent = await insertToken(made, { ...owned, signedBy: kid })
  await insertToken(made, { clientId: `other-${n}`, policyId, parentId: parent.id, rootId: parent.id, depth: 1 })
  await db.run(sql`UPDATE users SET email = ${email}, email_canonical = ${email} WHERE id = ${userId}`)
  await db.tx(async (tx) => {
    await tx.run(sql`UPDATE policies SET subject = ${userId}, agent_id = ${agentId} WHERE id = ${policyId}`)
    await tx.run(sql`UPDATE consents SET client_id = ${clientId} WHERE id = ${consentId}`)
    await tx.run(sql`
      INSERT INTO sessions (id, user_id, hash, methods, authenticated_at, created_at, last_seen_at, expires_at)
      VALUES (${sessionId}, ${userId}, ${sessionId}, '[]', 1, 1, ${now}, ${later})`)
    await tx.run(sql`
      INSERT INTO authorization_codes (hash, client_id, user_id, session_id, consent_id, redirect_uri, code_challenge,
        scope, resource, authenticated_at, created_at, expires_at, misses)
      VALUES (${`code-${n}`}, ${clientId}, ${userId}, ${sessionId}, ${consentId}, '', '', '', ${JSON.stringify([uri])}, 1,
        1, ${later}, 0)`)
    await tx.run(sql`
      INSERT INTO client_logos (client_id, source, ask_again_at) VALUES (${clientId}, '', 1)`)
    await tx.run(sql`
      INSERT INTO device_codes (id, hash, user_code, client_id, scope, resource, status, user_id, session_id, consent_id,
        interval_seconds, created_at, expires_at, misses)
      VALUES (${`dev_${n}`}, ${`dev-${n}`}, ${`dev-${n}`}, ${clientId}, 'read', ${JSON.stringify([uri])}, 'approved', ${userId}, ${sessionId},
        ${consentId}, 5, 1, ${later}, 0)`)
    await tx.run(sql`
      INSERT INTO email_tokens (hash, purpose, user_id, email, query, created_at, expires_at)
      VALUES (${`link-${n}`}, 'reset', ${userId}, ${email}, '', 1, ${later})`)
    await tx.run(sql`
      INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, backup_eligible, backed_up,
        transports, name, created_at)
      VALUES (${`pky_${n}`}, ${userId}, ${`cred-${n}`}, '', 0, '', 0, 0, '[]', '', 1)`)
    await tx.run(sql`
      INSERT INTO totp_factors (user_id, secret_sealed, last_step, created_at) VALUES (${userId}, '', 0, 1)`)
    await tx.run(sql`INSERT INTO recovery_codes (user_id, hash, created_at) VALUES (${userId}, 'x', 1)`)
    await tx.run(sql`
      INSERT INTO oauth_accounts (id, user_id, provider_id, subject, created_at, last_used_at)
      VALUES (${`oac_${n}`}, ${userId}, ${providerId}, 'x', 1, 1)`)
    await tx.run(sql`
      INSERT INTO vault_connections (id, user_id, vault_provider_id, account_key, scopes, state, version, created_at, updated_at)
      VALUES (${`vc_${n}`}, ${userId}, ${vaultProviderId}, 'x', '[]', 'active', 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO vault_grants (id, user_id, client_id, connection_id, vault_provider_id, scopes, created_at, updated_at)
      VALUES (${`vg_${n}`}, ${userId}, ${clientId}, ${`vc_${n}`}, ${vaultProviderId}, '[]', 1, 1)`)
    await tx.run(sql`
      INSERT INTO vault_uses (connection_id, vault_provider_id, user_id, client_id, token_id, root_id, operation, outcome,
        hour, count, first_used_at, last_used_at)
      VALUES (${`vc_${n}`}, ${vaultProviderId}, ${userId}, ${clientId}, ${parent.id}, ${parent.id}, 'read', 'success', 0, 1,
        1, 1)`)
    await tx.run(sql`
      INSERT INTO user_roles (user_id, role_id, assigned_by, created_at) VALUES (${userId}, ${roleId}, 'test', 1)`)
    await tx.run(sql`
      INSERT INTO role_permissions (role_id, permission_id, created_at) VALUES (${roleId}, ${permissionId}, 1)`)
    await tx.run(sql`
      INSERT INTO organization_members (organization_id, user_id, role, created_at)
      VALUES (${organizationId}, ${userId}, 'member', 1)`)
    await tx.run(sql`
      INSERT INTO organization_roles (id, organization_id, name, description, permissions, built_in, created_at, updated_at)
      VALUES (${`orl_${n}`}, ${organizationId}, 'member', '', '[]', 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO organization_invitations (id, organization_id, email, email_canonical, role, locale, hash, invited_by,
        state, created_at, sent_at, expires_at)
      VALUES (${`inv_${n}`}, ${organizationId}, 'x', 'x', 'member', 'en', ${`inv-${n}`}, ${userId}, 'pending', 1, 1, ${later})`)
    await tx.run(sql`
      INSERT INTO sso_connections (id, type, name, enabled, organization_id, required, creates_users, attributes,
        group_roles, issuer, version, created_at, updated_at)
      VALUES (${ssoConnectionId}, 'oidc', 'x', 1, ${organizationId}, 0, 1, '{}', '[]', 'x', 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO sso_domains (id, sso_connection_id, domain, challenge, created_at)
      VALUES (${`ssod_${n}`}, ${ssoConnectionId}, 'x', 'x', 1)`)
    await tx.run(sql`
      INSERT INTO sso_saml_keys (id, sso_connection_id, certificate, private_key_sealed, active, created_at)
      VALUES (${`ssok_${n}`}, ${ssoConnectionId}, 'x', 'x', 1, 1)`)
    await tx.run(sql`
      INSERT INTO sso_identities (id, sso_connection_id, subject, user_id, created_at, last_used_at)
      VALUES (${`ssoi_${n}`}, ${ssoConnectionId}, 'x', ${userId}, 1, 1)`)
    await tx.run(sql`
      INSERT INTO sso_sessions (session_id, sso_connection_id, created_at)
      VALUES (${sessionId}, ${ssoConnectionId}, 1)`)
    await tx.run(sql`
      INSERT INTO scim_tokens (id, sso_connection_id, name, hash, created_at)
      VALUES (${`scit_${n}`}, ${ssoConnectionId}, 'x', ${`x${n}`}, 1)`)
    await tx.run(sql`
      INSERT INTO scim_users (id, sso_connection_id, user_id, user_name, user_name_folded, display_name_folded,
        email_folded, attributes, disabled_here, version, created_at, updated_at)
      VALUES (${`scu_${n}`}, ${ssoConnectionId}, ${userId}, 'x', 'x', 'x', 'x', '{}', 0, 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO scim_groups (id, sso_connection_id, display_name, display_name_folded, version, created_at, updated_at)
      VALUES (${`scg_${n}`}, ${ssoConnectionId}, 'x', 'x', 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO scim_group_members (scim_group_id, scim_user_id, sso_connection_id)
      VALUES (${`scg_${n}`}, ${`scu_${n}`}, ${ssoConnectionId})`)
    await tx.run(sql`
      INSERT INTO saved_views (id, owner_id, shared, list, name, query, created_at)
      VALUES (${`view_${n}`}, ${apiKeyId}, 0, 'users', 'x', '', 1)`)
    await tx.run(sql`
      INSERT INTO webhook_deliveries (id, webhook_id, event, payload, attempts, next_at, success, log, created_at)
      VALUES (${`whd_${n}`}, ${webhookId}, 'user.created', '{}', 0, ${now}, 0, '[]', 1)`)
    await tx.run(sql`
      INSERT INTO proxy_rules (id, upstream_id, name, pattern, methods, require, scopes, priority, enabled, created_at, updated_at)
      VALUES (${`rule_${n}`}, ${upstreamId}, 'x', '/*', '[]', '["anonymous"]', '[]', 0, 1, 1, 1)`)
    await tx.run(sql`
      INSERT INTO flow_runs (id, flow_id, flow_version, user_id, session_id, trigger_name, state, position, origin,
        timeline, created_at, expires_at)
      VALUES (${`run_${n}`}, ${flowId}, 1, ${userId}, ${sessionId}, 'login', 'waiting', 0, '{}', '[]', 1, ${later})`)
  })
  const ofUser = { by: 'user', userId } as const
  const ofClient = { by: 'client', clientId } as const
  const ofSession = { by: 'session', sessionId } as const
  const ofInviter = { by: 'inviter', organizationId, userId } as const
  return {
    clientDeactivated: ofClient,
    clientReactivated: ofClient,
    clientDeleted: { ...ofClient, id: agentId },
    redirectUriRemoved: ofClient,
    dpopKeyRotated: { by: 'key', clientId, jkt },
    policyRevoked: { by: 'policy', policyId },
    consentRevoked: { by: 'consent', consentId, userId, clientId },
    clientStopped: { by: 'user', userId, clientId },
    sessionClosed: { ...ofSession, offlineToo: false },
    sessionSignedOut: { ...ofSession, offlineToo: false },
    sessionRevoked: { ...ofSession, offlineToo: true },
    userSessionsRevoked: { ...ofUser, via: 'session' },
    everySessionRevoked: { by: 'all-sessions', kept: null, operatorsToo: true },
    userDisabled: ofUser,
    userDeleted: { ...ofUser, actor: operator },
    passwordChanged: ofUser,
    passwordReset: ofUser,
    mailboxProven: ofUser,
    mailboxProvenByReset: ofUser,
    emailChanged: ofUser,
    mfaDisabled: ofUser,
    roleDeleted: { by: 'role', roleId },
    permissionDeleted: { by: 'permission', permissionId },
    organizationDeleted: { by: 'organization', organizationId },
    memberRemoved: ofInviter,
    memberLimited: ofInviter,
    providerDeleted: { by: 'provider', providerId },
    ssoConnectionDeleted: { by: 'sso-connection', ssoConnectionId },
    vaultProviderDeleted: { by: 'vault-provider', vaultProviderId },
    vaultConnectionEnded: { by: 'vault-connection', connectionId: `vc_${n}` },
    vaultGrantRevoked: { by: 'vault-grant', grantId: `vg_${n}` },
    signingKeyRevoked: { by: 'signing-key', kid },
    apiKeyDeleted: { by: 'api-key', apiKeyId },
    webhookDeleted: { by: 'webhook', webhookId },
    flowDeleted: { by: 'flow', flowId },
    resourceDeleted: { by: 'resource', uri },
    upstreamDeleted: { by: 'upstream', upstreamId },
  }
}

const OF_EVERYBODY = 'everySessionRevoked'

/** What these leave for the owner of the row, or for a job. */
const unfinished: readonly Cause[] = ['roleDeleted']

describe('a dry run counts what then ends, and nothing is left of it:', () => {
  onEachEngine('for every cause', async (_t, fixture) => {
    const lifecycle = makeLifecycle(fixture)
    // Whatever ends something of everybody comes last.
    const bystander = await arrange(fixture, 0)
    const known = (Object.keys(bystander) as Cause[]).filter((cause) => cause !== OF_EVERYBODY)
    const ofBystander = () => Promise.all(known.map((cause) => lifecycle.wouldEnd(cause, bystander[cause])))
    const untouched = await ofBystander()
    const causes = [...known, OF_EVERYBODY] as const
    const cases = await Promise.all(causes.map((_cause, i) => arrange(fixture, i + 1)))
    for (const [i, cause] of causes.entries()) {
      const subject = (cases[i] as Cases)[cause]
      if (cause === OF_EVERYBODY) assert.deepEqual(await ofBystander(), untouched, 'what nobody named goes on')
      const counted = await lifecycle.wouldEnd(cause, subject)
      const ended = await fixture.db.tx((tx) => lifecycle.ended(tx, cause, subject, 'test'))
      assert.deepEqual(ended, counted, cause)
      assert.ok(
        Object.values(ended).some((count) => count > 0),
        `${cause} ended nothing here`,
      )
      if (unfinished.includes(cause)) continue
      const left = await lifecycle.wouldEnd(cause, subject)
      assert.ok(
        Object.values(left).every((count) => count === 0),
        `${cause} left ${JSON.stringify(left)}`,
      )
    }
  })
})
