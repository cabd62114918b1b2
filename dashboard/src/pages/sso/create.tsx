import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate, serverUrl } from '#/api/mandate.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Checkbox, SelectField, TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { Card, Columns, Notice } from '#/ui/layout.tsx'
import { useSearchParams } from '#/ui/search-params.ts'
import { toast } from '#/ui/toasts.ts'
import { Addresses } from './addresses.tsx'
import { Guide } from './guide.tsx'
import { OrganizationField } from './organization-field.tsx'
import { OidcFields, SamlFields, oidcFields, samlFields } from './protocol-fields.tsx'
import type { OidcValue, SamlValue } from './protocol-fields.tsx'
import { isProvider, issuerLike, issuerOf, protocolOf, providers } from './provider.ts'
import type { Protocol, Provider } from './provider.ts'
import styles from './sso.module.css'
import { ssoWords } from './words.ts'

/** Sets a connection up: which provider, what to do there, what to enter here. */
export default function CreateConnection(): ReactNode {
  const w = useWords(ssoWords)
  const [{ provider, protocol: chosen }, change] = useSearchParams()
  const isChosen = isProvider(provider)
  const crumbs = [{ label: w.sso, to: '/sso' }]
  return (
    <Page
      title={w.create}
      crumbs={crumbs}
      actions={
        isChosen && (
          <Button icon="left" onPress={() => change({ provider: '', protocol: '' }, { push: true })}>
            {w.another}
          </Button>
        )
      }
    >
      {isChosen ? (
        <SetUp key={provider} provider={provider} protocol={protocolOf(provider, chosen)} />
      ) : (
        <Card title={w.choose}>
          <p>{w.chooseLead}</p>
          <div className={styles['choices']}>
            {providers.map((one) => (
              <Button key={one} onPress={() => change({ provider: one }, { push: true })}>
                {w.providers[one]}
              </Button>
            ))}
          </div>
        </Card>
      )}
    </Page>
  )
}

interface SetUpProps {
  readonly provider: Provider
  readonly protocol: Protocol
}

const SetUp = (chosen: SetUpProps): ReactNode => (
  <Columns>
    <There {...chosen} />
    <Here {...chosen} />
  </Columns>
)

function There({ provider, protocol }: SetUpProps): ReactNode {
  const w = useWords(ssoWords)
  const [, change] = useSearchParams()
  const hasChoice = provider !== protocol
  const below = `${serverUrl()}/api/v1/sso`
  return (
    <Card title={w.there(w.providers[provider])}>
      {hasChoice && (
        <SelectField
          name="protocol"
          label={w.type}
          hint={w.protocolHint}
          value={protocol}
          onChange={(next) => change({ protocol: next })}
          options={optionsOf(w.types)}
        />
      )}
      <Guide provider={provider} protocol={protocol} />
      <Notice>{w.laterAddresses}</Notice>
      <Addresses
        lines={
          protocol === 'oidc'
            ? [[w.redirectUri, `${below}/oidc/later/callback`]]
            : [
                [w.acsUrl, `${below}/saml/later/acs`],
                [w.entityId, `${below}/saml/later/metadata`],
              ]
        }
      />
    </Card>
  )
}

function Here({ provider, protocol }: SetUpProps): ReactNode {
  const w = useWords(ssoWords)
  const { cancel } = useWords(common)
  const navigate = useNavigate()
  const [oidc, setOidc] = useState<OidcValue>({ issuer: issuerOf(provider), clientId: '', secret: '' })
  const [saml, setSaml] = useState<SamlValue>({ source: 'url', url: '', xml: '', isIdpInitiated: false })
  const [name, setName] = useState('')
  const [organization, setOrganization] = useState('')
  const [makesUsers, setMakesUsers] = useState(true)
  const create = async (): Promise<void> => {
    const { id } = await mandate.ssoConnections.create({
      ...{ type: protocol, name, creates_users: makesUsers },
      ...(organization === '' ? {} : { organization_id: organization }),
      ...(protocol === 'oidc' ? { oidc: oidcBody(oidc) } : { saml: samlBody(saml) }),
    })
    toast(w.wasCreated)
    await navigate({ to: `/sso/${id}` })
  }
  return (
    <Card title={w.here}>
      <Form
        fields={[...(protocol === 'oidc' ? oidcFields : samlFields), 'name', 'organization_id', 'creates_users']}
        onSubmit={create}
        refreshes={['sso']}
        footer={(isRunning) => (
          <FormActions>
            <ButtonLink to="/sso">{cancel}</ButtonLink>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.save}
            </Button>
          </FormActions>
        )}
      >
        {protocol === 'oidc' ? (
          <OidcFields value={oidc} onChange={setOidc} placeholder={issuerLike[provider]} />
        ) : (
          <SamlFields value={saml} onChange={setSaml} />
        )}
        <TextField name="name" label={w.name} hint={w.nameHint} placeholder="Acme" value={name} onChange={setName} />
        <OrganizationField value={organization} onChange={setOrganization} />
        <Checkbox
          name="creates_users"
          label={w.createsUsers}
          hint={w.createsUsersHint}
          isChecked={makesUsers}
          onChange={setMakesUsers}
        />
      </Form>
    </Card>
  )
}

const oidcBody = ({ issuer, clientId, secret }: OidcValue) => ({
  ...{ issuer, client_id: clientId },
  ...(secret === '' ? {} : { client_secret: secret }),
})

const samlBody = ({ source, url, xml, isIdpInitiated }: SamlValue) => ({
  allow_idp_initiated: isIdpInitiated,
  ...(source === 'xml' ? { metadata_xml: xml } : { metadata_url: url }),
})
