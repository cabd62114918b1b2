import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { credentialFields } from '#/oauth/client-auth/credential-fields.ts'
import { grantDefinitions } from './grants/index.ts'
import type { GrantDefinition } from './grants/grant.ts'

/** Where the token shall be good for. */
const targets = {
  resource: Type.Optional(Type.String({ description: 'RFC 8707; may be repeated.' })),
  audience: Type.Optional(Type.String({ description: 'RFC 8693; may be repeated.' })),
}

/** The body of the token endpoint: what each grant reads, and what every request may have. */
export const TokenRequestBody = Type.Unsafe<Record<string, string>>({
  oneOf: grantDefinitions.map(requestFor),
  discriminator: {
    propertyName: 'grant_type',
    mapping: Object.fromEntries(grantDefinitions.map(({ type }) => [type, `#/components/schemas/${nameOf(type)}`])),
  },
})

function requestFor({ type, params }: GrantDefinition): TObject {
  const { examples } = params as { examples?: readonly object[] }
  return Type.Object(
    { grant_type: Type.Literal(type), ...params.properties, ...targets, ...credentialFields },
    { $id: nameOf(type), examples: examples?.map((example) => ({ grant_type: type, ...example })) },
  )
}

/** `urn:ietf:params:oauth:grant-type:device_code` becomes `DeviceCodeGrantRequest`. */
function nameOf(type: string): string {
  const words = type.slice(type.lastIndexOf(':') + 1).split(/[_-]/)
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}GrantRequest`
}
