import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { PASSWORD } from '#/modules/sessions/index.ts'
import { UserSchema, userView } from '#/modules/users/index.ts'

const SetupBody = Type.Object({
  token: Type.String({
    minLength: 1,
    description:
      'From the setup link that the server prints when it starts, or an API key with full access, such as the first one.',
  }),
  email: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1 }),
})

const consumeBootstrap = apiRoute({
  name: 'system.bootstrap',
  method: 'POST',
  url: '/admin/bootstrap/consume',
  auth: { kind: 'public', why: 'nobody has an account yet; the setup token is the credential and works once' },
  summary: 'Set the server up',
  description:
    'Creates the first owner and signs them in. The token in the body is the credential; it works once, and no token works once there is an owner. Where operators.require_second_factor says so the session opens nothing before the owner has set up a second factor; signing in says how.',
  schema: { body: SetupBody, response: { 201: UserSchema, 401: ErrorSchema, 409: ErrorSchema } },
  handler: async (request, { ownerSetup, signIn }) => {
    const owner = await ownerSetup.create(request.body, request.context)
    const { cookie } = await signIn.goOn(owner, [PASSWORD], request.context)
    return new Reply(201, userView(owner), { location: '/api/v1/auth/me' }, [cookie])
  },
})

/** The API side of the setup, to be listed under the area `api`. */
export const setupApiRoutes = [consumeBootstrap]
