// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { LazyNoun } from '#/operations/operation.ts'

export const nouns: readonly LazyNoun[] = [
  { "name":"users","about":"People: accounts, roles, sessions, factors", load: () => import('./users.ts') },
  { "name":"agents","about":"Agents: secrets, keys, policies, tokens, delegations", load: () => import('./agents.ts') },
  { "name":"apps","about":"Applications that people sign in to", load: () => import('./apps.ts') },
  { "name":"organizations","about":"Organizations: members, roles, invitations","aliases":["orgs"], load: () => import('./organizations.ts') },
  { "name":"roles","about":"Roles and the permissions they give", load: () => import('./roles.ts') },
  { "name":"permissions","about":"Permissions, who has them, and whether somebody may", load: () => import('./permissions.ts') },
  { "name":"api-keys","about":"Keys that open the admin API","aliases":["keys"], load: () => import('./api-keys.ts') },
  { "name":"resources","about":"Protected resources and their scopes", load: () => import('./resources.ts') },
  { "name":"sessions","about":"Sessions of people", load: () => import('./sessions.ts') },
  { "name":"consents","about":"What people allowed applications and agents", load: () => import('./consents.ts') },
  { "name":"tokens","about":"Access tokens: decode, introspect, revoke", load: () => import('./tokens.ts') },
  { "name":"device-codes","about":"Devices that wait for an answer", load: () => import('./device-codes.ts') },
  { "name":"oauth-providers","about":"Providers that people sign in with","aliases":["providers"], load: () => import('./oauth-providers.ts') },
  { "name":"sso","about":"Single sign-on: connections, domains, keys, SCIM tokens", load: () => import('./sso.ts') },
  { "name":"flows","about":"Steps between a proof and its session: test, runs, versions", load: () => import('./flows.ts') },
  { "name":"webhooks","about":"Webhooks: deliveries, replay, test, listen", load: () => import('./webhooks.ts') },
  { "name":"vault","about":"The token vault: providers, connections, grants", load: () => import('./vault.ts') },
  { "name":"gateway","about":"The gateway: upstreams, rules, simulation","aliases":["proxy"], load: () => import('./gateway.ts') },
  { "name":"audit","about":"The audit log: tail, search, export, verify","aliases":["audit-logs"], load: () => import('./audit.ts') },
  { "name":"signing","about":"Signing keys: list, rotate, revoke","aliases":["signing-keys"], load: () => import('./signing.ts') },
  { "name":"email","about":"Mail: configuration, templates, dev inbox, tests", load: () => import('./email.ts') },
  { "name":"branding","about":"How the hosted pages look: push, pull", load: () => import('./branding.ts') },
  { "name":"stats","about":"Counts and trends", load: () => import('./stats.ts') },
  { "name":"system","about":"Health report and reset", load: () => import('./system.ts') },
]
