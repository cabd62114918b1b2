import { Type } from 'typebox'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { deviceAuthorizationRoute } from './authorization.ts'
import { returnQueryOf } from './verification.ts'

const Page = Type.String({ description: 'A page for the person' })
const UserCodeQuery = Type.Object({
  user_code: Type.Optional(Type.String({ description: 'In any case, with or without the hyphen.' })),
})

/** `GET /oauth/device/verify`. */
export const showDevice = pagesRoute({
  name: 'pages.deviceVerification.show',
  method: 'GET',
  url: '/oauth/device/verify',
  auth: { kind: 'person', returnQuery: ({ queryForm }) => returnQueryOf(queryForm.get('user_code')) },
  summary: 'Show what a device asks for',
  description: 'Asks for the code of a device, or shows what the device with the given code asks for. Never approves.',
  tag: 'oauth',
  schema: { query: UserCodeQuery, response: { 200: Page, 303: Type.Null(), 400: Page, 403: Page, 429: Page } },
  page: true,
  handler: (request, { deviceVerification }) =>
    deviceVerification.show(request.queryForm.get('user_code'), request.principal, request),
})

/** `POST /oauth/device/verify`. */
export const settleDevice = pagesRoute({
  name: 'pages.deviceVerification.submit',
  method: 'POST',
  url: '/oauth/device/verify',
  auth: { kind: 'person', returnQuery: ({ form }) => returnQueryOf(form.get('user_code')) },
  summary: 'Approve or deny a device',
  description: 'Takes the code, the decision and the token of the page that asked. The page says what was decided.',
  tag: 'oauth',
  schema: {
    body: Type.Object({
      user_code: Type.Optional(Type.String()),
      decision: Type.Optional(Type.String({ description: '`allow` or `deny`.' })),
      view: Type.Optional(Type.String({ description: 'From the page: proves that this session saw it.' })),
      account: Type.Optional(
        Type.String({ description: 'With `allow`: a connected account that the client may use; may be repeated.' }),
      ),
      csrf_token: Type.Optional(Type.String({ description: 'From the page.' })),
    }),
    response: { 200: Page, 303: Type.Null(), 400: Page, 403: Page, 410: Page },
  },
  form: true,
  page: true,
  handler: ({ form, principal, context }, { deviceVerification }) =>
    deviceVerification.settle(form, principal, context.locale),
})

/** `GET /device`: the short address for typing. */
export const deviceShortcut = pagesRoute({
  name: 'pages.device.show',
  method: 'GET',
  url: '/device',
  auth: { kind: 'public' },
  summary: 'Go to the page for device codes',
  schema: { query: UserCodeQuery, response: { 303: Type.Null() } },
  page: true,
  handler: ({ queryForm }) => {
    const userCode = queryForm.get('user_code')
    const query = userCode === undefined ? '' : `?${new URLSearchParams({ user_code: userCode })}`
    return seeOther(`/oauth/device/verify${query}`)
  },
})

export const deviceRoutes = [deviceAuthorizationRoute]

export const devicePageRoutes = [showDevice, settleDevice, deviceShortcut]
