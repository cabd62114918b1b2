import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { MeSchema, meView } from '#/modules/sessions/index.ts'
import { AssertionCredential, RequestOptions } from './passkeys/schemas.ts'
import type { Static } from 'typebox'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SessionPrincipal, StartedSession } from '#/modules/sessions/index.ts'
import type { Reauthentication } from './reauthentication.ts'

const ProofBody = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, description: 'Not enough where a second factor is set up.' })),
  code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Of the authenticator app, or a recovery code.' }),
  ),
  passkey: Type.Optional(AssertionCredential),
})

const options = apiRoute({
  name: 'auth.beginReauthentication',
  method: 'POST',
  url: '/auth/reauthenticate/options',
  auth: { kind: 'session' },
  summary: 'Begin to prove by a passkey that it is still oneself',
  description:
    'Answers what navigator.credentials.get() needs, for one’s own passkeys. The challenge works once, for five minutes.',
  schema: { response: { 200: RequestOptions } },
  handler: ({ principal }, { passkeyProofs }) => passkeyProofs.confirmationOptions(principal),
})

const reauthenticate = apiRoute({
  name: 'auth.reauthenticate',
  method: 'POST',
  url: '/auth/reauthenticate',
  auth: { kind: 'session' },
  summary: 'Prove that it is still oneself',
  description:
    'Takes one of password, code and passkey. Routes that responded with reauthentication_required work for five minutes afterwards. The session goes on under a new cookie.',
  schema: { body: ProofBody, response: { 200: MeSchema, 409: ErrorSchema } },
  handler: async ({ principal, body, context }, { reauthentication, sessions }) => {
    const { session, cookie } = await prove(reauthentication, principal, body, context)
    return new Reply(200, meView(sessions, session, principal.user), {}, [cookie])
  },
})

function prove(
  reauthentication: Reauthentication,
  person: SessionPrincipal,
  { password, code, passkey }: Static<typeof ProofBody>,
  context: RequestContext,
): Promise<StartedSession> {
  const given = [password, code, passkey].filter((proof) => proof !== undefined).length
  if (given === 1 && password !== undefined) return reauthentication.byPassword(person, password, context)
  if (given === 1 && code !== undefined) return reauthentication.byCode(person, code)
  if (given === 1 && passkey !== undefined) return reauthentication.byPasskey(person, passkey)
  throw invalid('', 'must hold one of password, code and passkey')
}

export const reauthenticationRoutes = [options, reauthenticate]
