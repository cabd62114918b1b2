import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { CanonicalPath } from '#/platform/paths/canonical-path.ts'
import { matchPattern, parsePattern, PATTERN_FORM } from '#/platform/paths/path-pattern.ts'
import type { PatternMatch } from '#/platform/paths/path-pattern.ts'
import { calledAddresses } from './quirks.ts'
import type { Quirks } from './quirks.ts'

/** What a person's account is called where a provider gives each its own host. */
export const ACCOUNT_HOST = '{account}'

const CallsSchema = Type.Object(
  {
    methods: Type.Optional(
      Type.Array(Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']), {
        minItems: 1,
        uniqueItems: true,
        description: 'The methods that are meant, all when left out. GET stands for HEAD too.',
      }),
    ),
    paths: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      minItems: 1,
      maxItems: 50,
      description: `Each ${PATTERN_FORM}.`,
    }),
  },
  { $id: 'VaultCalls', additionalProperties: false },
)

/** Which calls of a provider's API go through, and how the credential goes into them. */
export const ProxyRulesSchema = Type.Object(
  {
    hosts: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description:
        'Where calls may go, each as an origin such as https://api.example.com. The first is meant where a call names none. {account} stands for the address that the provider calls the account by.',
    }),
    allow: Type.Array(CallsSchema, {
      minItems: 1,
      maxItems: 50,
      description: 'The calls that go through. What fits none of these does not.',
    }),
    deny: Type.Optional(
      Type.Array(CallsSchema, {
        maxItems: 50,
        description: 'Calls that do not, whatever allow says. Letters count in either case.',
      }),
    ),
    credential: Type.Optional(
      Type.Object(
        {
          in: Type.Enum(['header', 'query']),
          name: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,60}$' }),
          prefix: Type.Optional(
            Type.String({ pattern: '^[\\x20-\\x7e]{0,40}$', description: 'What stands before the key: `Bearer `.' }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'Where the key of a person goes, at a provider of the kind api_key: the header `Authorization: Bearer` when left out. A query is kept in the logs of many servers: prefer a header.',
        },
      ),
    ),
  },
  { $id: 'VaultProxyRules', additionalProperties: false },
)

export type ProxyRules = Static<typeof ProxyRulesSchema>
type Calls = Static<typeof CallsSchema>

/** Whether the rules let a call through. A path that a deny rule means but for the case of its letters is denied. */
export const permits = ({ allow, deny = [] }: ProxyRules, method: string, { segments }: CanonicalPath): boolean =>
  allow.some((calls) => fits(calls, method, segments) === 'exact') &&
  deny.every((calls) => fits(calls, method, segments) === 'no')

function fits({ methods, paths }: Calls, method: string, segments: readonly string[]): PatternMatch {
  const means = (name: string): boolean => name === method || (name === 'GET' && method === 'HEAD')
  if (methods !== undefined && !methods.some(means)) return 'no'
  const matches = paths.map((path) => {
    const pattern = parsePattern(path)
    return pattern ? matchPattern(pattern, segments) : 'no'
  })
  return matches.find((match) => match === 'exact') ?? matches.find((match) => match !== 'no') ?? 'no'
}

/** The origin that a call goes to: the host it names, or the first. Undefined when the rules have none such. */
export function originOf({ hosts }: ProxyRules, account: string | null, host: string | undefined): string | undefined {
  const urls = hosts.map((text) => URL.parse(text === ACCOUNT_HOST ? (account ?? '') : text))
  return (host === undefined ? urls[0] : urls.find((url) => url?.host === host.toLowerCase()))?.origin
}

interface TokenAddresses {
  readonly tokenUrl: string | null
  readonly clientId: string | null
  readonly quirks: Quirks
}

/** Whether a call would go where this server trades tokens, or ends them: that is for no agent. */
export function isTokenAddress({ tokenUrl, clientId, quirks }: TokenAddresses, target: URL): boolean {
  const own = [tokenUrl, ...calledAddresses.filter((name) => name !== 'account_url').map((name) => quirks[name])]
  const folded = (url: URL): string => (url.origin + url.pathname).toLowerCase().replace(/\/$/, '')
  return own.some((text) => {
    const url = URL.parse((text ?? '').replaceAll('{client_id}', clientId ?? ''))
    return url !== null && folded(url) === folded(target)
  })
}

const wrong = (pointer: string, message: string): FieldError => ({ pointer: `/proxy${pointer}`, message })

/** What does not fit together in the rules of a provider, by where the request names it. */
export function proxyRuleErrors({ kind, proxy }: { kind: Kind; proxy: ProxyRules | null }): FieldError[] {
  if (proxy === null) return []
  const { hosts, allow, deny = [], credential } = proxy
  return [
    ...hosts.flatMap((host, i) =>
      isHost(host) ? [] : [wrong(`/hosts/${i}`, 'must be an origin such as https://api.example.com')],
    ),
    ...patternErrors('/allow', allow),
    ...patternErrors('/deny', deny),
    ...(credential === undefined ? [] : credentialErrors(kind, credential)),
  ]
}

const isHost = (text: string): boolean => text === ACCOUNT_HOST || URL.parse(text)?.origin === text

const patternErrors = (pointer: string, list: readonly Calls[]): FieldError[] =>
  list.flatMap(({ paths }, i) =>
    paths.flatMap((path, j) =>
      parsePattern(path) ? [] : [wrong(`${pointer}/${i}/paths/${j}`, `must be ${PATTERN_FORM}`)],
    ),
  )

function credentialErrors(kind: Kind, { in: place, name, prefix }: Credential): FieldError[] {
  if (kind === 'oauth') return [wrong('/credential', 'is not for the kind oauth')]
  if (place === 'query') return prefix === undefined ? [] : [wrong('/credential/prefix', 'is not for a query')]
  const isOurs = [
    'host',
    'content-length',
    'content-type',
    'connection',
    'cookie',
    'transfer-encoding',
    'te',
    'upgrade',
    'expect',
  ]
  return isOurs.includes(name.toLowerCase()) ? [wrong('/credential/name', 'is a header that means something else')] : []
}

type Kind = 'oauth' | 'api_key'
type Credential = NonNullable<ProxyRules['credential']>

/** The hosts of the rules that are none of some others: credentials would go there that were not given for them. */
export const hostsBeyond = (after: ProxyRules | null, known: readonly (ProxyRules | null | undefined)[]): string[] =>
  (after?.hosts ?? []).filter((host) => !known.some((rules) => rules?.hosts.includes(host)))
