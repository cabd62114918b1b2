import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'

const Host = Type.String({
  minLength: 1,
  maxLength: 260,
  description:
    'The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the scheme of the base URL, and is not the host of this server.',
})
const orNull = (description: string, maxLength: number) =>
  Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], { description })
const Address = orNull(
  'The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.',
  300,
)
const AppId = orNull('The application whose rules hold here, besides those of this host.', 100)

/** An upstream on the wire. */
export const UpstreamSchema = Type.Object(
  {
    id: Type.String(),
    host: Host,
    upstream: Address,
    app_id: AppId,
    resource: Type.String({
      description:
        'What clients send as resource to get a token for this host. List it with POST /api/v1/admin/resources.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ProxyUpstream' },
)

export const CreateUpstreamSchema = Type.Object({
  host: Host,
  upstream: Type.Optional(Address),
  app_id: Type.Optional(AppId),
})

export const UpdateUpstreamSchema = Type.Object({ upstream: Type.Optional(Address), app_id: Type.Optional(AppId) })

export const UpstreamParams = Type.Object({ id: Type.String() })

export const UpstreamQuery = Type.Object({
  ...ListQuery.properties,
  host: Type.Optional(Type.String({ maxLength: 260, description: 'The one of this host.' })),
  app_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this application.' })),
})
