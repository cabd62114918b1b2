import { Command } from 'commander'
import { OAuthEndpoints } from '#/connection/token-endpoint.ts'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { removeFile } from '#/frame/private-files.ts'

/** `mandate logout`: ends the tokens at the server and forgets them here. An API key is only forgotten: others may use it. */
export function logout(actions: Actions): Command {
  const command = new Command('logout').description('End the sign-in, here and at the server.')
  addGlobalFlags(command)
  return actions.on(command, async ({ locate, contexts, printer, flags, now }) => {
    const { url, credential, context } = await locate()
    if (context === undefined || credential === null)
      throw usageError('Nobody is signed in by a context here.', 'mandate context ls')
    if (credential.kind === 'sign_in') {
      const endpoints = new OAuthEndpoints({ url, fetch, now })
      await endpoints.revoke(credential.refresh_token ?? credential.access_token)
      await removeFile(credential.key_file)
    } else printer.note('The API key is forgotten here and works on. To end it: mandate api-keys delete')
    await contexts.renew(context, null)
    if (flags.json) printer.json({ context, signed_out: true })
    else printer.line(context)
  })
}
