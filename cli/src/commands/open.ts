import { spawn } from 'node:child_process'
import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { usageError } from '#/frame/failure.ts'

const pages: Readonly<Record<string, string>> = {
  home: '/',
  account: '/account',
  docs: '/docs',
  errors: '/docs/errors',
  setup: '/setup',
  device: '/device',
}

/** `mandate open`: a page of the server in the browser of this machine, or its address where there is none. */
export function open(actions: Actions): Command {
  const command = new Command('open')
    .description(`Open a page of the server: ${Object.keys(pages).join(', ')}.`)
    .argument('[page]', 'which page', 'home')
  addGlobalFlags(command)
  return actions.on(command, async ({ locate, printer, flags, terminal }, [page = 'home']) => {
    const path = Object.hasOwn(pages, page) ? pages[page] : undefined
    if (path === undefined) throw usageError(`There is no page "${page}".`, `One of: ${Object.keys(pages).join(', ')}`)
    const url = `${(await locate()).url}${path}`
    if (flags.json) printer.json({ url })
    else printer.line(url)
    if (terminal.outIsTty && flags.input) openInBrowser(url)
  })
}

/** Starts the browser of this machine, if it has one. The address is an argument, so no shell reads it. */
export function openInBrowser(url: string): void {
  const [command = '', ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  // Without a browser the address on the screen has to do.
  child.on('error', () => undefined)
  child.unref()
}
