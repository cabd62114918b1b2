import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Checkbox, SelectField, TextArea, TextField } from '#/ui/form/fields.tsx'
import { ssoWords } from './words.ts'

/** What a connection by OpenID Connect is told of the provider. */
export interface OidcValue {
  readonly issuer: string
  readonly clientId: string
  /** Empty for none, or for the one there is. */
  readonly secret: string
}

interface OidcFieldsProps {
  readonly value: OidcValue
  readonly onChange: (value: OidcValue) => void
  readonly placeholder?: string
  /** There is a secret, which stays. */
  readonly hasSecret?: boolean
}

/** The names of the fields of `OidcFields`. */
export const oidcFields = ['oidc.issuer', 'oidc.client_id', 'oidc.client_secret'] as const

/** Where the provider is, and what it calls us. */
export function OidcFields({ value, onChange, placeholder = '', hasSecret = false }: OidcFieldsProps): ReactNode {
  const w = useWords(ssoWords)
  return (
    <>
      <TextField
        name="oidc.issuer"
        type="url"
        label={w.issuer}
        hint={w.issuerHint}
        placeholder={placeholder}
        value={value.issuer}
        onChange={(issuer) => onChange({ ...value, issuer })}
      />
      <TextField
        name="oidc.client_id"
        label={w.clientId}
        value={value.clientId}
        onChange={(clientId) => onChange({ ...value, clientId })}
        isCode
      />
      <TextField
        name="oidc.client_secret"
        type="password"
        label={w.secret}
        hint={hasSecret ? w.secretKept : undefined}
        value={value.secret}
        onChange={(secret) => onChange({ ...value, secret })}
        isOptional={hasSecret}
      />
    </>
  )
}

/** What a connection by SAML is told of the provider. */
export interface SamlValue {
  /** `kept` leaves what is known of the provider, and reads no address. */
  readonly source: 'kept' | 'url' | 'xml'
  readonly url: string
  readonly xml: string
  readonly isIdpInitiated: boolean
}

interface SamlFieldsProps {
  readonly value: SamlValue
  readonly onChange: (value: SamlValue) => void
  /** There is a connection already, which knows its provider. */
  readonly isKnown?: boolean
}

/** The names of the fields of `SamlFields`. */
export const samlFields = ['saml.metadata_url', 'saml.metadata_xml', 'saml.allow_idp_initiated'] as const

/** Where the metadata of the provider are, or what they say. */
export function SamlFields({ value, onChange, isKnown = false }: SamlFieldsProps): ReactNode {
  const w = useWords(ssoWords)
  const { source } = value
  return (
    <>
      <SelectField
        name="saml.source"
        label={w.metadataFrom}
        hint={source === 'kept' ? w.keptHint : undefined}
        value={source}
        onChange={(next) => onChange({ ...value, source: next })}
        options={[
          ...(isKnown ? [{ value: 'kept' as const, label: w.kept }] : []),
          { value: 'url', label: w.sources.url },
          { value: 'xml', label: w.sources.xml },
        ]}
      />
      {source === 'url' && (
        <TextField
          name="saml.metadata_url"
          type="url"
          label={w.metadataUrl}
          hint={w.metadataUrlHint}
          placeholder="https://acme.okta.com/app/…/sso/saml/metadata"
          value={value.url}
          onChange={(url) => onChange({ ...value, url })}
        />
      )}
      {source === 'xml' && (
        <TextArea
          name="saml.metadata_xml"
          label={w.metadataXml}
          value={value.xml}
          onChange={(xml) => onChange({ ...value, xml })}
          rows={8}
          isCode
        />
      )}
      <Checkbox
        name="saml.allow_idp_initiated"
        label={w.idpInitiated}
        hint={w.idpInitiatedHint}
        isChecked={value.isIdpInitiated}
        onChange={(isIdpInitiated) => onChange({ ...value, isIdpInitiated })}
      />
    </>
  )
}
