import { AppError } from '#/platform/errors/app-error.ts'
import { scimErrors } from './errors.ts'
import { GROUP_SCHEMA } from './group-resource.ts'
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './user-resource.ts'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A part of a list in the envelope of the protocol. */
export const listView = (total: number, startIndex: number, Resources: unknown[]) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
})

/** What of the protocol is served here (RFC 7643 §5). */
export const serviceProviderConfig = (base: string, documentation: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: documentation,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an operator made for the connection.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** The kinds of resources (RFC 7643 §6). */
const resourceTypes = (base: string) => [
  {
    ...resourceType('User', '/Users', USER_SCHEMA, base),
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
  },
  resourceType('Group', '/Groups', GROUP_SCHEMA, base),
]

interface Described {
  readonly id: string
}

const listOfAll = (all: readonly Described[]) => listView(all.length, 1, [...all])

function oneOf<T extends Described>(all: readonly T[], id: string): T {
  const found = all.find((it) => it.id === id)
  if (!found) throw new AppError(scimErrors.scim_resource_not_found)
  return found
}

export const resourceTypeList = (base: string) => listOfAll(resourceTypes(base))

/** One of them, by its name. Throws `scim_resource_not_found`. */
export const findResourceType = (base: string, id: string) => oneOf(resourceTypes(base), id)

export const schemaList = (base: string) => listOfAll(schemas(base))

/** One schema, by its URI. Throws `scim_resource_not_found`. */
export const findSchema = (base: string, id: string) => oneOf(schemas(base), id)

const resourceType = (name: string, endpoint: string, schema: string, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  schema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

interface Attribute {
  readonly name: string
  readonly type?: string
  readonly required?: boolean
  readonly multiValued?: boolean
  readonly caseExact?: boolean
  readonly mutability?: string
  readonly uniqueness?: string
  readonly subAttributes?: readonly object[]
}

const attribute = ({ name, type = 'string', ...rest }: Attribute) => ({
  name,
  type,
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rest,
})

const texts = (...names: readonly string[]) => names.map((name) => attribute({ name }))
const listed = (name: string, ...parts: readonly string[]) =>
  attribute({ name, type: 'complex', multiValued: true, subAttributes: texts(...parts) })

/** What the resources are made of (RFC 7643 §7). */
const schemas = (base: string) => [
  schema(base, USER_SCHEMA, 'User', [
    attribute({ name: 'userName', required: true, uniqueness: 'server' }),
    attribute({ name: 'name', type: 'complex', subAttributes: texts('formatted', 'familyName', 'givenName') }),
    ...texts('displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
    attribute({ name: 'active', type: 'boolean' }),
    listed('emails', 'value', 'type', 'primary'),
    listed('phoneNumbers', 'value', 'type'),
    listed('addresses', 'formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'),
    { ...listed('groups', 'value', 'display'), mutability: 'readOnly' },
  ]),
  schema(base, GROUP_SCHEMA, 'Group', [
    attribute({ name: 'displayName', required: true, uniqueness: 'server' }),
    listed('members', 'value', 'display'),
  ]),
  schema(base, ENTERPRISE_SCHEMA, 'EnterpriseUser', [
    ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
    attribute({ name: 'manager', type: 'complex', subAttributes: texts('value', 'displayName') }),
  ]),
]

const schema = (base: string, id: string, name: string, attributes: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})
