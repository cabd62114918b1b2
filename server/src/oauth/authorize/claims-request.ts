import { parseStrictObject } from '#/platform/encoding/strict-json.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import { acrValues } from '#/modules/sessions/index.ts'
import type { Acr } from '#/modules/sessions/index.ts'
import { claimScopes } from '#/oauth/shared/person-claims.ts'
import type { PersonClaim } from '#/oauth/shared/person-claims.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Form } from '#/platform/http/input/form.ts'

/** What a client asks of the claims it gets (OpenID Connect Core §5.5). Everything that we don't know is left aside. */
export interface ClaimsRequest {
  /** About the person, wherever they are asked for. */
  readonly person: readonly PersonClaim[]
  /** Those of them that the ID token is to carry whatever the client's rule is. */
  readonly idToken: readonly PersonClaim[]
  /** Whom it must be about. */
  readonly subject: string | null
  /** How the person is to sign in, best first; `essential` when nothing less will do. */
  readonly acr: { readonly values: readonly Acr[]; readonly essential: boolean } | null
}

const refuse = (error: 'invalid_request' | 'unmet_authentication_requirements', description: string): OAuthError =>
  new OAuthError(error, description)

const isAcr = (value: unknown): value is Acr => (acrValues as readonly unknown[]).includes(value)

/** Reads `claims` and `acr_values`. Throws what the client must change. */
export function readClaimsRequest(params: Form): ClaimsRequest {
  const text = params.get('claims')
  const claims = text === undefined ? {} : parseClaims(text)
  const [userInfo, idToken] = [section(claims, 'userinfo'), section(claims, 'id_token')]
  return {
    person: [...new Set([...personClaimsIn(userInfo), ...personClaimsIn(idToken)])],
    idToken: personClaimsIn(idToken),
    subject: subjectOf(userInfo) ?? subjectOf(idToken),
    acr: acrOfClaims(idToken) ?? acrOfValues(params.get('acr_values')),
  }
}

/** The scopes that the claims about a person belong to, as far as a client may have them: asked for as those. */
export const scopesForClaims = ({ person }: ClaimsRequest, registered: string): readonly string[] =>
  scopesOf(registered).filter((scope) => person.some((claim) => claimScopes[claim] === scope))

type Json = Readonly<Record<string, unknown>>

function parseClaims(text: string): Json {
  const value = parseStrictObject(Buffer.from(text))
  if (value === undefined) throw refuse('invalid_request', 'claims must be a JSON object (OpenID Connect Core §5.5).')
  return value
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function section(claims: Json, name: string): Json {
  const value = claims[name] ?? {}
  if (isObject(value) && Object.values(value).every((wish) => wish === null || isObject(wish))) return value
  throw refuse('invalid_request', `${name} in claims must be an object whose members are null or objects.`)
}

const personClaimsIn = (asked: Json): PersonClaim[] =>
  (Object.keys(claimScopes) as PersonClaim[]).filter((claim) => Object.hasOwn(asked, claim))

/** OpenID Connect Core §5.5.1: the value asked for, or the values in the order of preference. */
function valuesOf(wish: unknown): readonly unknown[] {
  if (!isObject(wish)) return []
  return Array.isArray(wish['values']) ? wish['values'] : wish['value'] === undefined ? [] : [wish['value']]
}

/** OpenID Connect Core §3.1.2.2: asked for by its value, nobody else will do. */
function subjectOf(asked: Json): string | null {
  const [subject] = valuesOf(asked['sub'])
  return typeof subject === 'string' ? subject : null
}

function acrOfClaims(asked: Json): ClaimsRequest['acr'] {
  const wish = asked['acr']
  const wanted = valuesOf(wish)
  if (wanted.length === 0) return null
  const essential = isObject(wish) && wish['essential'] === true
  const values = wanted.filter(isAcr)
  // OpenID Connect Core §5.5.1.1: what can't be met fails, and nobody need sign in to find that out.
  if (essential && values.length === 0)
    throw refuse('unmet_authentication_requirements', `acr must be among ${acrValues.join(', ')}.`)
  return values.length > 0 ? { values, essential } : null
}

/** OpenID Connect Core §3.1.2.1: a wish, which is granted where it can be. */
function acrOfValues(text: string | undefined): ClaimsRequest['acr'] {
  const values = (text ?? '').split(' ').filter(isAcr)
  return values.length > 0 ? { values, essential: false } : null
}
