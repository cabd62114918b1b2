import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with a consent. */
export const consentErrors = errorCodes({
  consent_not_found: {
    error: 'not_found',
    message: 'There is no such consent, or it was taken back already.',
    help: 'List the consents again: a consent that was revoked stays revoked, and a new one has a new id.',
  },
})
