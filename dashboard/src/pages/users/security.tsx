import type { ReactNode } from 'react'
import type { AdminUser, OAuthAccount, Passkey, SsoIdentity } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { FormActions } from '#/ui/form/form.tsx'
import { Card, Facts } from '#/ui/layout.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { useUserActions } from './actions.tsx'
import { userWords } from './words.ts'

interface OfUser {
  readonly user: AdminUser
}

/** How somebody proves who they are, and what helps when they can't. */
export function UserSecurity({ user }: OfUser): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const run = useUserActions(user)
  const { email, email_verified: isVerified, mfa_enabled: hasFactor } = user
  return (
    <>
      <Card title={w.signsInBy}>
        <Facts
          facts={[
            [w.address, <bdi>{email}</bdi>],
            [w.verified, <Status tone={isVerified ? 'ok' : 'off'}>{isVerified ? w.verified : w.unverified}</Status>],
            [w.secondFactor, <Status tone={hasFactor ? 'ok' : 'off'}>{hasFactor ? w.on : w.off}</Status>],
          ]}
        />
        {may('users:write') && (
          <FormActions>
            {!isVerified && (
              <Button icon="mail" onPress={() => run.sendVerification()}>
                {w.sendVerification}
              </Button>
            )}
            <Button icon="mail" onPress={() => run.sendReset()}>
              {w.sendReset}
            </Button>
            {hasFactor && (
              <Button icon="key" kind="danger" onPress={() => run.resetMfa()}>
                {w.resetMfa}
              </Button>
            )}
          </FormActions>
        )}
      </Card>
      <Card title={w.passkeys}>
        <Passkeys user={user} />
      </Card>
      <Card title={w.accounts}>
        <Accounts user={user} />
      </Card>
    </>
  )
}

function Passkeys({ user: { id } }: OfUser): ReactNode {
  const w = useWords(userWords)
  const list = useList<Passkey>(['users', 'passkeys', id], (page, signal) =>
    mandate.users.passkeys.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="passkeys"
      label={w.passkeys}
      list={list}
      idOf={(passkey) => passkey.id}
      empty={<p>{w.noPasskeys}</p>}
      columns={[
        { id: 'name', header: w.device, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
        {
          id: 'synced',
          header: w.kept,
          isWide: true,
          cell: ({ backed_up: isSynced }) => (isSynced ? w.synced : w.oneDevice),
          text: ({ backed_up: isSynced }) => isSynced,
        },
        {
          id: 'used',
          header: w.passkeyUsed,
          align: 'end',
          cell: ({ last_used_at: at }) => (at === null ? '—' : <Time at={at} />),
          text: ({ last_used_at: at }) => at,
        },
      ]}
    />
  )
}

/** An account elsewhere by which somebody signs in, at a provider or a connection. */
interface Account {
  readonly id: string
  readonly kind: 'provider' | 'connection'
  readonly provider: string
  readonly name: string
  readonly usedAt: string
}

const ofProvider = ({ id, display_name: provider, email, subject, last_used_at: usedAt }: OAuthAccount): Account => ({
  id,
  kind: 'provider',
  provider,
  name: email ?? subject,
  usedAt,
})

const ofConnection = ({
  id,
  connection_name: provider,
  email,
  subject,
  last_used_at: usedAt,
}: SsoIdentity): Account => ({
  id,
  kind: 'connection',
  provider,
  name: email ?? subject,
  usedAt,
})

function Accounts({ user: { id } }: OfUser): ReactNode {
  const w = useWords(userWords)
  const may = useMay()
  const accounts = useList<OAuthAccount>(['users', 'accounts', id], (page, signal) =>
    mandate.users.oauthAccounts.list(id, page, { signal }),
  )
  const identities = useList<SsoIdentity>(['users', 'identities', id], (page, signal) =>
    mandate.users.ssoIdentities.list(id, page, { signal }),
  )
  const rows = [...accounts.rows.map(ofProvider), ...identities.rows.map(ofConnection)]
  return (
    <DataTable
      name="linked-accounts"
      label={w.accounts}
      list={{
        ...accounts,
        rows,
        total: undefined,
        isLoading: accounts.isLoading || identities.isLoading,
        error: accounts.error ?? identities.error,
        hasMore: accounts.hasMore || identities.hasMore,
        loadMore: () => {
          if (accounts.hasMore) accounts.loadMore()
          if (identities.hasMore) identities.loadMore()
        },
        all: async function* () {
          for await (const account of accounts.all()) yield ofProvider(account)
          for await (const identity of identities.all()) yield ofConnection(identity)
        },
      }}
      idOf={(account) => account.id}
      empty={<p>{w.noAccounts}</p>}
      columns={[
        {
          id: 'provider',
          header: w.provider,
          cell: ({ provider }) => <bdi>{provider}</bdi>,
          text: ({ provider }) => provider,
        },
        { id: 'name', header: w.name, isWide: true, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
        {
          id: 'used',
          header: w.passkeyUsed,
          cell: ({ usedAt }) => <Time at={usedAt} />,
          text: ({ usedAt }) => usedAt,
        },
        {
          id: 'actions',
          width: '120px',
          align: 'end',
          cell: (account) => may('users:write') && <Unlink userId={id} account={account} />,
        },
      ]}
    />
  )
}

function Unlink({ userId, account }: { readonly userId: string; readonly account: Account }): ReactNode {
  const w = useWords(userWords)
  const { id, kind, provider } = account
  const unlink = (query: { readonly dry_run?: boolean } = {}) =>
    kind === 'provider'
      ? mandate.users.oauthAccounts.unlink(userId, id, query)
      : mandate.users.ssoIdentities.unlink(userId, id, query)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.unlinkTitle(provider),
        body: w.unlinkBody,
        action: w.unlink,
        isDangerous: true,
        preview: () => endedBy(unlink({ dry_run: true })),
      })
      if (!isSure) return
      await unlink()
      toast(w.unlinked)
    },
    { refreshes: ['users'] },
  )
  return (
    <Button
      kind="danger"
      size="small"
      isRunning={isRunning}
      onPress={() => run()}
      aria-label={`${w.unlink}: ${provider}`}
    >
      {w.unlink}
    </Button>
  )
}
