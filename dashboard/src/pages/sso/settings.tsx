import type { ReactNode } from 'react'
import type { SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'
import { useDone } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useDraft } from '#/ui/form/draft.ts'
import { Checkbox, FieldRow, TextField } from '#/ui/form/fields.tsx'
import { Form } from '#/ui/form/form.tsx'
import { JsonField } from '#/ui/form/json-field.tsx'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { Card } from '#/ui/layout.tsx'
import { changeConnection } from './change-connection.ts'
import { changedBody, fieldsOf } from './connection.ts'
import { OrganizationField } from './organization-field.tsx'
import { OidcFields, SamlFields, oidcFields, samlFields } from './protocol-fields.tsx'
import type { OidcValue, SamlValue } from './protocol-fields.tsx'
import { ssoWords } from './words.ts'

type Body = SsoConnectionsReplaceBody

const attributesOf = { oidc: ['email', 'name', 'groups'], saml: ['subject', 'email', 'name', 'groups'] } as const

/** What can be said of a connection. */
export function Settings({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const w = useWords(ssoWords)
  const { id, type } = connection
  const draft = useDraft(fieldsOf(connection))
  const { value, change } = draft
  const sayDone = useDone(['sso'])
  const { issuer, clientId, secret, source, url, xml, isIdpInitiated, ...body } = value
  const attributes = body.attributes ?? {}
  const save = async (): Promise<void> => {
    // Saved as it is it is sent all the same, and metadata are read again.
    const { patch = {}, back = {} } = changeOf(draft.before, value) ?? {}
    await changeConnection(mandate.ssoConnections, id, (now) => changedBody(now, patch))
    sayDone(
      w.saved,
      isRestorable(connection, value)
        ? () => changeConnection(mandate.ssoConnections, id, (now) => changedBody(now, back))
        : undefined,
    )
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
        draft={draft}
        refreshes={['sso']}
        footer={submitFooter(w.saveChanges)}
      >
        <TextField name="name" label={w.name} value={body.name} onChange={(name) => change({ name })} />
        {type === 'oidc' ? (
          <OidcFields
            value={{ issuer, clientId, secret }}
            onChange={change}
            hasSecret={connection.oidc?.has_secret ?? false}
          />
        ) : (
          <SamlFields value={{ source, url, xml, isIdpInitiated }} onChange={change} isKnown />
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

/** Whether what is known of a connection brings it back: not where a secret was replaced, nor what is known of the provider. */
const isRestorable = (
  { type, saml_metadata: metadata }: SsoConnection,
  { secret, source, url }: OidcValue & SamlValue,
): boolean =>
  type === 'oidc' ? secret === '' : metadata ? source === 'url' && url === metadata.url : source === 'kept'
