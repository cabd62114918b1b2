import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SsoConnection, SsoDomain } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { Card, Facts, Stack } from '#/ui/layout.tsx'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { Addresses } from './addresses.tsx'
import { useDomains } from './domain-list.ts'
import styles from './sso.module.css'
import { ssoWords } from './words.ts'

interface OfConnection {
  readonly connection: SsoConnection
}

/** The domains whose people a connection speaks for. */
export function Domains({ connection }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const may = useMay()
  const add = may('sso:write') && <AddButton connection={connection} />
  return (
    <Loaded query={useDomains(connection.id)}>
      {(domains) =>
        domains.length === 0 ? (
          <EmptyState
            title={w.noDomains}
            action={add}
            command={`mandate sso domains create ${connection.id} --domain acme.com`}
          >
            {w.noDomainsHelp}
          </EmptyState>
        ) : (
          <Stack>
            <FilterBar>{add}</FilterBar>
            {domains.map((domain) => (
              <OneDomain key={domain.id} domain={domain} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

interface OfDomain {
  readonly domain: SsoDomain
}

function OneDomain({ domain }: OfDomain): ReactNode {
  const w = useWords(ssoWords)
  const may = useMay()
  const { domain: name, verified, verified_by: by, verified_at: at, record } = domain
  return (
    <Card title={name}>
      {verified ? (
        <Facts
          facts={[
            [w.state, <Status tone="ok">{by === null ? w.verified : w.verifiedBy[by]}</Status>],
            [w.verifiedAt, at === null ? undefined : <Time at={at} isExact />],
          ]}
        />
      ) : (
        <>
          <Status tone="warn">{w.unverified}</Status>
          <p>{w.recordLead}</p>
          <Addresses
            lines={[
              [w.recordName, record.name],
              [w.recordValue, record.value],
            ]}
          />
        </>
      )}
      {may('sso:write') && <DomainActions domain={domain} />}
    </Card>
  )
}

function DomainActions({ domain: { id, connection_id: connection, domain, verified } }: OfDomain): ReactNode {
  const w = useWords(ssoWords)
  const refreshes = ['sso']
  const look = useAction(
    async () => {
      await mandate.ssoDomains.verify(connection, id, { by: 'dns' })
      toast(w.wasVerified)
    },
    { refreshes },
  )
  const vouch = useAction(
    async () => {
      const ask = { title: w.vouchTitle(domain), body: w.vouchBody, action: w.vouch, isDangerous: true }
      if (!(await confirm(ask))) return
      await mandate.ssoDomains.verify(connection, id, { by: 'operator' })
      toast(w.wasVerified)
    },
    { refreshes },
  )
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteDomainTitle(domain),
        body: w.deleteDomainBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.ssoDomains.delete(connection, id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.ssoDomains.delete(connection, id)
      toast(w.deleted)
    },
    { refreshes },
  )
  return (
    <div className={styles['choices']}>
      {!verified && (
        <>
          <Button
            size="small"
            aria-label={`${w.verify}: ${domain}`}
            isRunning={look.isRunning}
            onPress={() => look.run()}
          >
            {w.verify}
          </Button>
          <Button
            size="small"
            aria-label={`${w.vouch}: ${domain}`}
            isRunning={vouch.isRunning}
            onPress={() => vouch.run()}
          >
            {w.vouch}
          </Button>
        </>
      )}
      <Button
        size="small"
        kind="danger"
        aria-label={`${w.delete}: ${domain}`}
        isRunning={remove.isRunning}
        onPress={() => remove.run()}
      >
        {w.delete}
      </Button>
    </div>
  )
}

function AddButton({ connection }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setOpen(true)}>
        {w.addDomain}
      </Button>
      {isOpen && <Add connection={connection} onClose={() => setOpen(false)} />}
    </>
  )
}

function Add({ connection: { id }, onClose }: OfConnection & { readonly onClose: () => void }): ReactNode {
  const w = useWords(ssoWords)
  const [domain, setDomain] = useState('')
  const add = async (): Promise<void> => {
    await mandate.ssoDomains.create(id, { domain })
    toast(w.domainAdded)
  }
  return (
    <FormDialog
      title={w.addDomainTitle}
      onClose={onClose}
      fields={['domain']}
      onSubmit={add}
      refreshes={['sso']}
      action={w.addDomain}
    >
      <TextField
        name="domain"
        label={w.domain}
        hint={w.domainHint}
        placeholder="acme.com"
        value={domain}
        onChange={setDomain}
        hasFocus
        isCode
      />
    </FormDialog>
  )
}
