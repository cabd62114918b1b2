import { actorOf } from '#/platform/audit/event.ts'
import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { AuthorizationRequest } from '#/modules/authorization-requests/index.ts'
import type { AddressQuestion } from '#/modules/account-recovery/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { RequestContext } from '#/platform/request-context.ts'

const at = { createdAt: 0, updatedAt: 0 }

/** Somebody who is nobody: no session of theirs is kept, so that what is made for it opens nothing. */
export const samplePerson = (context: RequestContext): SessionPrincipal => {
  const id = sampleId('usr')
  const email = 'maya@example.com'
  return {
    user: {
      ...{ id, email, emailCanonical: email, emailVerified: true, name: 'Maya', passwordHash: null, mfaEnabled: true },
      ...{ systemRole: null, tier: 'free', metadata: {}, disabledAt: null, unprovenSince: null, ...at },
    },
    session: {
      ...{ id: sampleId('sess'), userId: id, hash: '', methods: [], pending: false, authenticatedAt: 0, createdAt: 0 },
      ...{ lastSeenAt: 0, expiresAt: 0, revokedAt: null, ip: null, userAgent: null, flowTrigger: null },
      ...{ factorOwed: false, earlier: null },
    },
    actor: actorOf('user', id, context),
    owes: null,
  }
}

/** An application that nobody registered. */
export const sampleClient: Client = {
  ...{ id: sampleId('app'), clientId: 'mandate_preview', kind: 'app', clientName: 'Harbour Notes', description: null },
  ...{ authMethod: 'none', secretHash: null, grantTypes: ['authorization_code', 'refresh_token'], audiences: [] },
  ...{ redirectUris: ['https://notes.example.com/callback'], scope: 'openid profile email', jwks: null, jwksUri: null },
  ...{ metadata: {}, trusted: true, active: true, dpopBound: false, dpopJkt: null, accessTokenTtlSeconds: null },
  ...{ registrationTokenHash: null, createdBy: '', ...at, lastUsedAt: null, postLogoutRedirectUris: [] },
  ...{ backchannelLogoutUri: null, backchannelLogoutSessionRequired: false, appType: 'web', firstParty: false },
  ...{ allowedOrigins: null, refreshTokenTtlSeconds: null, formerSecretHash: null, formerSecretUntil: null },
  ...{ refreshGraceSeconds: null, requirePkce: true, requirePushedRequests: false, securityProfile: null },
  ...{ idTokenAlg: 'ES256', idTokenClaims: false, assertionAlg: null },
}

/** What it asks for. */
export const sampleRequest: AuthorizationRequest = {
  ...{ id: sampleId('arq'), browserHash: '', clientId: sampleClient.clientId, priorSessionId: null, userId: null },
  ...{ createdAt: 0, expiresAt: 0, finishedAt: null, pushedHash: null },
  asked: {
    ...{ redirectUri: 'https://notes.example.com/callback', state: null, scope: 'openid profile email', resource: [] },
    ...{ codeChallenge: null, nonce: null, dpopJkt: null, prompt: [], maxAgeSeconds: null, loginHint: null },
    hintedUserId: null,
  },
}

/** An address that nobody has. */
export const sampleQuestion: AddressQuestion = {
  email: 'maya@example.com',
  isChange: false,
  needs: 'nothing',
  query: '',
}
