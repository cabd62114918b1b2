/**
 * The authorization endpoint. `checks.ts` holds the two lists a request must pass; `validation.ts` runs them, for this
 * endpoint and for pushed requests; `endpoint.ts` leads the browser; `interaction.ts` decides what comes next and ends a
 * request once, with a code or an error; `answer.ts` writes the address of the answer. The consent page is in `login`.
 */
import { Answers } from './answer.ts'
import { AuthorizationEndpoint } from './endpoint.ts'
import type { AuthorizationEndpointDeps } from './endpoint.ts'
import { Steps } from './interaction.ts'
import type { StepsDeps } from './interaction.ts'
import { RequestValidation } from './validation.ts'
import type { RequestValidationDeps } from './validation.ts'

export { pushableText } from './pushable.ts'
export { authorizeRoutes } from './routes.ts'
export { Refusal, RequestValidation } from './validation.ts'

type Parts = Omit<StepsDeps, 'answers'> &
  Omit<AuthorizationEndpointDeps, 'validation' | 'steps' | 'answers'> &
  RequestValidationDeps & { readonly issuer: string }

/** Puts the endpoint together; `validation` is shared with the endpoint for pushed requests. */
export function buildAuthorizationEndpoint(parts: Parts): {
  endpoint: AuthorizationEndpoint
  validation: RequestValidation
} {
  const { db, requests, pushedRequests, codes, consents, vaultGrants, clients, users, sessions } = parts
  const { settings, limits, idTokenHints, targets, clientDocuments, passkeys, issuer } = parts
  const answers = new Answers(issuer)
  const validation = new RequestValidation({ settings, idTokenHints, targets, clientDocuments, pushedRequests })
  const steps = new Steps({
    db,
    requests,
    pushedRequests,
    codes,
    consents,
    vaultGrants,
    sessions,
    passkeys,
    settings,
    answers,
  })
  return {
    endpoint: new AuthorizationEndpoint({
      requests,
      pushedRequests,
      clients,
      users,
      sessions,
      limits,
      answers,
      steps,
      validation,
    }),
    validation,
  }
}
