import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, FieldRow, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { toast } from '#/ui/toasts.ts'
import { bodyOf } from './connection.ts'
import { OrganizationField } from './organization-field.tsx'
import { OidcFields, SamlFields, oidcFields, samlFields } from './protocol-fields.tsx'
import type { OidcValue, SamlValue } from './protocol-fields.tsx'
import { ssoWords } from './words.ts'

type Body = SsoConnectionsReplaceBody

const attributesOf = { oidc: ['email', 'name', 'groups'], saml: ['subject', 'email', 'name', 'groups'] } as const

/** What can be said of a connection. A PUT replaces all of it, so what has no field here is sent back as it is. */
export function Settings({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const w = useWords(ssoWords)
  const { id, type } = connection
  const [body, setBody] = useState<Body>(() => bodyOf(connection))
  const [oidc, setOidc] = useState<OidcValue>(() => oidcValueOf(connection))
  const [saml, setSaml] = useState<SamlValue>(() => samlValueOf(connection))
  const change = (changed: Partial<Body>): void => setBody({ ...body, ...changed })
  const attributes = body.attributes ?? {}
  const save = async (): Promise<void> => {
    await mandate.ssoConnections.replace(id, {
      ...body,
      ...(type === 'oidc' ? { oidc: oidcBody(body, oidc) } : { saml: samlBody(connection, saml) }),
    })
    toast(w.saved)
  }
  return (
    <Card title={w.settings}>
      <Form
        fields={[
          ...['name', 'organization_id', 'organization_role', 'required', 'creates_users', 'enabled', 'group_roles'],
          ...attributesOf[type].map((name) => `attributes.${name}`),
          ...(type === 'oidc' ? oidcFields : samlFields),
        ]}
        onSubmit={save}
        refreshes={['sso']}
        footer={submitFooter(w.saveChanges)}
      >
        <TextField name="name" label={w.name} value={body.name} onChange={(name) => change({ name })} />
        {type === 'oidc' ? (
          <OidcFields value={oidc} onChange={setOidc} hasSecret={connection.oidc?.has_secret ?? false} />
        ) : (
          <SamlFields value={saml} onChange={setSaml} isKnown />
        )}
        <FieldRow>
          <OrganizationField
            value={body.organization_id ?? ''}
            // A role belongs to an organization: in another one it is that of a member until said.
            onChange={(next) => change({ organization_id: next || null, organization_role: null })}
          />
          {body.organization_id && (
            <TextField
              name="organization_role"
              label={w.role}
              placeholder="member"
              value={body.organization_role ?? ''}
              onChange={(role) => change({ organization_role: role || null })}
              isOptional
            />
          )}
        </FieldRow>
        <Switches body={body} onChange={change} />
        <h3>{w.attributes}</h3>
        <p>{w.attributesLead}</p>
        <FieldRow>
          {attributesOf[type].map((name) => (
            <TextField
              key={name}
              name={`attributes.${name}`}
              label={w.attribute[name]}
              value={attributes[name] ?? ''}
              onChange={(called) => change({ attributes: { ...attributes, [name]: called || undefined } })}
              isOptional
              isCode
            />
          ))}
        </FieldRow>
        <JsonField
          name="group_roles"
          label={w.groupRoles}
          hint={w.groupRolesHint}
          value={body.group_roles}
          onChange={(groups) => change({ group_roles: (groups ?? []) as NonNullable<Body['group_roles']> })}
          isOptional
        />
        <p>{w.savedEnds}</p>
      </Form>
    </Card>
  )
}

interface SwitchesProps {
  readonly body: Body
  readonly onChange: (changed: Partial<Body>) => void
}

function Switches({ body, onChange }: SwitchesProps): ReactNode {
  const w = useWords(ssoWords)
  return (
    <>
      <Checkbox
        name="required"
        label={w.requiredField}
        hint={w.requiredHint}
        isChecked={body.required ?? false}
        onChange={(required) => onChange({ required })}
      />
      <Checkbox
        name="creates_users"
        label={w.createsUsers}
        hint={w.createsUsersHint}
        isChecked={body.creates_users ?? true}
        onChange={(makes) => onChange({ creates_users: makes })}
      />
      <Checkbox
        name="enabled"
        label={w.enabled}
        isChecked={body.enabled ?? true}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  )
}

const oidcValueOf = ({ oidc }: SsoConnection): OidcValue => ({
  issuer: oidc?.issuer ?? '',
  clientId: oidc?.client_id ?? '',
  secret: '',
})

const samlValueOf = ({ saml, saml_metadata: metadata }: SsoConnection): SamlValue => ({
  source: metadata ? 'url' : 'kept',
  url: metadata?.url ?? '',
  xml: '',
  isIdpInitiated: saml?.allow_idp_initiated ?? false,
})

const oidcBody = ({ oidc }: Body, { issuer, clientId, secret }: OidcValue): Body['oidc'] => ({
  ...oidc,
  ...{ issuer, client_id: clientId },
  ...(secret === '' ? {} : { client_secret: secret }),
})

function samlBody(connection: SsoConnection, { source, url, xml, isIdpInitiated }: SamlValue): Body['saml'] {
  const said = { allow_idp_initiated: isIdpInitiated }
  if (source === 'url') return { ...said, metadata_url: url }
  if (source === 'xml') return { ...said, metadata_xml: xml }
  return { ...bodyOf(connection, { isRead: false }).saml, ...said }
}
