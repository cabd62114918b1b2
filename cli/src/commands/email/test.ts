import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Sends a message now, and says whether the mail server took it. */
export function test(actions: Actions): Command {
  const command = new Command('test').description('Send a test message now, and say whether it was taken.')
  command.addOption(new Option('--to <address>', 'who gets it').makeOptionMandatory())
  command.addOption(new Option('--locale <locale>', 'the language').choices(['en', 'es']))
  command.addOption(new Option('--template <id>', 'a template instead of the plain test'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }) => {
    const { to, locale, template } = command.opts<{ to: string; locale?: string; template?: string }>()
    const path =
      template === undefined
        ? '/api/v1/admin/test-email'
        : `/api/v1/admin/email-templates/${encodeURIComponent(template)}/send-test`
    const server = await connect()
    printer.object(await server.request('POST', path, { body: { to }, query: locale === undefined ? {} : { locale } }))
  })
}
