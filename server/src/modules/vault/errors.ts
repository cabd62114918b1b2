import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const vaultErrors = errorCodes({
  vault_provider_not_found: {
    error: 'not_found',
    message: 'The vault has no such provider.',
    help: 'GET /api/v1/vault/providers lists those there are.',
  },
  vault_provider_name_taken: {
    error: 'conflict',
    message: 'Another provider of the vault has this name.',
    help: 'The name is part of the callback address. Choose another one.',
  },
})
