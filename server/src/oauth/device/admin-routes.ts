import { Type } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { isCommandLine } from '#/oauth/command-line/index.ts'
import { requireEnabled } from '#/modules/users/index.ts'
import type { DeviceCode } from './device-code.ts'
import type { DeviceCodes } from './device-codes.ts'
import { deviceErrors } from './errors.ts'

const read = { kind: 'admin', scope: 'consents:read' } as const
const write = { kind: 'admin', scope: 'consents:write' } as const

const DeviceCodeSchema = Type.Object(
  {
    user_code: Type.String({ description: 'The code the device shows. The one it polls with is kept as a hash.' }),
    client_id: Type.String(),
    scope: Type.String(),
    resource: Type.Array(Type.String()),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Where the device asked from.' }),
    created_at: Type.String({ format: 'date-time' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'DeviceCode' },
)

const SettledSchema = Type.Object({ user_code: Type.String(), status: Type.Enum(['approved', 'denied']) })
const Params = Type.Object({ user_code: Type.String({ maxLength: 40 }) })
const settled = { 200: SettledSchema, 404: ErrorSchema, 410: ErrorSchema }

const view = (code: DeviceCode) => ({
  user_code: code.userCode,
  client_id: code.clientId,
  scope: code.scope,
  resource: [...code.resource],
  address: code.ip,
  created_at: toIso(code.createdAt),
  expires_at: toIso(code.expiresAt),
})

const listDeviceCodes = apiRoute({
  name: 'deviceCodes.list',
  method: 'GET',
  url: '/admin/oauth/device-codes',
  auth: read,
  summary: 'List devices that wait for a decision',
  description: 'Newest first, until they are decided or expire. What the device polls with is not shown.',
  schema: { query: ListQuery, response: { 200: listOf(DeviceCodeSchema) } },
  handler: async ({ query }, { deviceCodes }) => {
    return pageView(await deviceCodes.listWaiting(pageRequest(query)), view)
  },
})

const approveDeviceCode = apiRoute({
  name: 'deviceCodes.approve',
  method: 'POST',
  url: '/admin/oauth/device-codes/:user_code/approve',
  auth: write,
  summary: 'Approve a device for a user',
  description:
    'Gives the consent too. No session stands behind the tokens; they end with the consent. A code of the command line is refused: it is approved on the page, by an operator in their own name.',
  schema: {
    params: Params,
    body: Type.Object({ user_id: Type.String() }),
    response: { ...settled, 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { deviceCodes, userDirectory, clients }) => {
    const code = await waiting(deviceCodes, params.user_code)
    const client = await clients.findByClientId(code.clientId)
    // Whoever approves devices would otherwise sign in as any operator.
    if (client && isCommandLine(client)) throw new AppError(deviceErrors.device_needs_operator)
    const user = await userDirectory.getToChange(body.user_id, principal)
    requireEnabled(user)
    const settler = { userId: user.id, session: null, actor: principal.actor, accounts: [] }
    if (!(await deviceCodes.approve(code, settler))) throw new AppError(deviceErrors.device_code_gone)
    return { user_code: code.userCode, status: 'approved' }
  },
})

const denyDeviceCode = apiRoute({
  name: 'deviceCodes.deny',
  method: 'POST',
  url: '/admin/oauth/device-codes/:user_code/deny',
  auth: write,
  summary: 'Deny a device',
  description: 'The next poll of the device gets access_denied. Nobody can approve it afterwards.',
  schema: { params: Params, response: settled },
  handler: async ({ params, principal }, { deviceCodes }) => {
    const code = await waiting(deviceCodes, params.user_code)
    if (!(await deviceCodes.deny(code, { userId: null, actor: principal.actor })))
      throw new AppError(deviceErrors.device_code_gone)
    return { user_code: code.userCode, status: 'denied' }
  },
})

/** Devices as operators answer them. */
export const deviceAdminRoutes = [listDeviceCodes, approveDeviceCode, denyDeviceCode]

async function waiting(deviceCodes: DeviceCodes, userCode: string): Promise<DeviceCode> {
  const code = await deviceCodes.findByUserCode(userCode)
  if (!code) throw new AppError(deviceErrors.device_code_not_found)
  return code
}
