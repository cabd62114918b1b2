import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SsoConnection } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Id } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Notice } from '#/ui/layout.tsx'
import { Time } from '#/ui/time.tsx'
import { Addresses } from './addresses.tsx'
import { useDomains } from './domain-list.ts'
import { useOrganizations } from './organizations.ts'
import { ssoWords } from './words.ts'

interface OfConnection {
  readonly connection: SsoConnection
}

/** What a connection is, and what the provider has to know of us. */
export function Overview({ connection }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const { data: domains } = useDomains(connection.id)
  const error = connection.saml_metadata?.error
  return (
    <>
      {error && (
        <Notice tone="warn">
          {w.metadataFailed} <bdi>{error}</bdi>
        </Notice>
      )}
      {domains && !domains.some(({ verified }) => verified) && (
        <Notice tone="warn">
          {w.noDomain}{' '}
          <Link to="." search={{ tab: 'domains' }}>
            {w.toDomains}
          </Link>
        </Notice>
      )}
      <Columns>
        <Ours connection={connection} />
        <About connection={connection} />
      </Columns>
    </>
  )
}

/** The addresses that the provider is given. */
function Ours({ connection: { oidc, saml } }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  return (
    <Card title={w.addresses}>
      <p>{w.addressesLead}</p>
      {oidc && <Addresses lines={[[w.redirectUri, oidc.redirect_uri]]} />}
      {saml && (
        <>
          <Addresses
            lines={[
              [w.acsUrl, saml.acs_url],
              [w.entityId, saml.sp_entity_id],
              [w.logoutUrl, saml.sp_logout_url],
            ]}
          />
          <p>
            <a href={saml.sp_entity_id} target="_blank" rel="noreferrer">
              {w.metadataLink}
            </a>
          </p>
        </>
      )}
    </Card>
  )
}

function About({ connection }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const { oidc, saml, saml_metadata: metadata, organization_id: organization } = connection
  const groups = connection.group_roles.map(({ group }) => group)
  return (
    <Card title={w.about}>
      <Facts
        facts={[
          [w.issuer, oidc ? <bdi>{oidc.issuer}</bdi> : undefined],
          [w.clientId, oidc ? <Id value={oidc.client_id} /> : undefined],
          [w.hasSecret, oidc ? (oidc.has_secret ? w.stored : w.missing) : undefined],
          [w.scopes, oidc ? <bdi>{oidc.scopes}</bdi> : undefined],
          [w.entityId, saml ? <bdi>{saml.entity_id}</bdi> : undefined],
          [w.ssoUrl, saml ? <bdi>{saml.sso_url}</bdi> : undefined],
          [w.certificates, saml?.certificates.length],
          [w.metadataUrl, metadata ? <bdi>{metadata.url}</bdi> : undefined],
          [w.metadataRead, metadata ? metadata.read_at ? <Time at={metadata.read_at} /> : w.neverRead : undefined],
          [w.required, connection.required ? w.yes : w.no],
          [w.newPeople, connection.creates_users ? w.getAccount : w.needAccount],
          [w.organization, organization === null ? undefined : <OrganizationLink id={organization} />],
          [w.role, connection.organization_role === null ? undefined : <bdi>{connection.organization_role}</bdi>],
          [w.groups, groups.length > 0 ? <bdi>{groups.join(', ')}</bdi> : undefined],
          [w.id, <Id value={connection.id} />],
          [w.created, <Time at={connection.created_at} isExact />],
          [w.changed, <Time at={connection.updated_at} isExact />],
        ]}
      />
    </Card>
  )
}

/** The organization by its name, for whoever may see it. */
function OrganizationLink({ id }: { readonly id: string }): ReactNode {
  const { data = [] } = useOrganizations()
  const found = data.find((one) => one.id === id)
  if (!found) return <Id value={id} />
  return (
    <Link to={`/organizations/${id}`}>
      <bdi>{found.name}</bdi>
    </Link>
  )
}
