import { KeysetList } from '#/platform/db/keyset-list.ts'
import { every, sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfInviter, OfOrganization, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import { invitations } from './invitation.ts'
import type { Invitation, InvitationState } from './invitation.ts'

/** What a list of invitations is narrowed to; `expired` ones are pending ones whose time is over. */
export type StateFilter = InvitationState | 'expired' | undefined

/** Every SQL statement about `organization_invitations`. */
export class InvitationStore {
  readonly #invitations: KeysetList<Invitation>
  constructor(db: Db) {
    this.#invitations = new KeysetList(db, invitations)
  }

  async insert(tx: Tx, invitation: Invitation): Promise<void> {
    await tx.run(invitations.insert(invitation))
  }

  find(organizationId: string, id: string, queries?: Queries): Promise<Invitation | undefined> {
    return this.#invitations.find(sql`id = ${id} AND organization_id = ${organizationId}`, queries)
  }

  findByHash(hash: string, queries?: Queries): Promise<Invitation | undefined> {
    return this.#invitations.find(sql`hash = ${hash}`, queries)
  }

  /** The invitations of an organization, newest first. */
  list(organizationId: string, state: StateFilter, now: number, request: PageRequest): Promise<Page<Invitation>> {
    return this.#invitations.page([sql`organization_id = ${organizationId}`, ...conditionOf(state, now)], request)
  }

  /** Whether an organization waits for somebody with this address. */
  async hasOpen(emailCanonical: string, now: number): Promise<boolean> {
    const open = [sql`email_canonical = ${emailCanonical} AND state = 'pending' AND expires_at > ${now}`]
    return (await this.#invitations.count(open)) > 0
  }

  countPendingWithRole(tx: Tx, organizationId: string, role: string): Promise<number> {
    return this.#invitations.count(
      [sql`organization_id = ${organizationId} AND state = 'pending' AND role = ${role}`],
      tx,
    )
  }

  /** Ends a pending invitation by the hash its mail was made with; false for all but one who come with it. */
  async consume(tx: Tx, hash: string, state: 'accepted' | 'declined', now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE organization_invitations SET state = ${state}, ended_at = ${now}
      WHERE hash = ${hash} AND state = 'pending' AND expires_at > ${now}`)
    return changed === 1
  }

  /** Gives a pending invitation a new secret and new time; false when it ended. */
  async renew(tx: Tx, id: string, fields: Partial<Invitation>): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE organization_invitations SET ${invitations.assign(fields)} WHERE id = ${id} AND state = 'pending'`)
    return changed === 1
  }

  /** Takes a pending invitation back; false when it ended already. */
  revoke(tx: Tx, id: string, now: number): Promise<boolean> {
    return this.#revoke(tx, sql`id = ${id}`, now).then((count) => count === 1)
  }

  /** Takes back what waits for an address. */
  revokeForEmail(tx: Tx, organizationId: string, emailCanonical: string, now: number): Promise<number> {
    return this.#revoke(tx, sql`organization_id = ${organizationId} AND email_canonical = ${emailCanonical}`, now)
  }

  #revoke(tx: Tx, which: Sql, now: number): Promise<number> {
    return tx.run(sql`
      UPDATE organization_invitations SET state = 'revoked', ended_at = ${now} WHERE ${which} AND state = 'pending'`)
  }
}

/**
 * What a user vouched for, in one organization or anywhere, which ends with that: also what is over by time, since it could
 * be sent again.
 */
export const invitationsByUser: RowEnding<OfInviter | OfUser> = {
  table: 'organization_invitations',
  counts: 'invitations',
  end: (now) => sql`UPDATE organization_invitations SET state = 'revoked', ended_at = ${now}`,
  which: (subject) =>
    every([
      sql`invited_by = ${subject.userId} AND state = 'pending'`,
      subject.by === 'inviter' ? sql`organization_id = ${subject.organizationId}` : undefined,
    ]),
}

/** What was sent to the address of a user, which is forgotten with them. */
export const invitationsToUser: RowEnding<OfUser> = {
  table: 'organization_invitations',
  counts: 'invitations',
  end: () => sql`DELETE FROM organization_invitations`,
  which: ({ userId }) => sql`email_canonical = (SELECT email_canonical FROM users WHERE id = ${userId})`,
}

/** The invitations that end with their organization. */
export const invitationsOfOrganization: RowEnding<OfOrganization> = {
  table: 'organization_invitations',
  counts: 'invitations',
  end: () => sql`DELETE FROM organization_invitations`,
  which: ({ organizationId }) => sql`organization_id = ${organizationId}`,
}

function conditionOf(state: StateFilter, now: number): Sql[] {
  if (state === undefined) return []
  if (state === 'expired') return [sql`state = 'pending'`, sql`expires_at <= ${now}`]
  return state === 'pending' ? [sql`state = 'pending'`, sql`expires_at > ${now}`] : [sql`state = ${state}`]
}
