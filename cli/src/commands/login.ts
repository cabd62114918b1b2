import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { nameFor, requireName } from '#/connection/contexts.ts'
import type { Credential } from '#/connection/contexts.ts'
import { isReadable, locate, serverUrl } from '#/connection/locate.ts'
import { ProofKey } from '#/connection/proof-key.ts'
import { credentialFrom } from '#/connection/sign-in.ts'
import { claimsOf } from '#/connection/token-text.ts'
import { OAuthEndpoints, OAuthFailure } from '#/connection/token-endpoint.ts'
import type { DeviceStart, IssuedTokens } from '#/connection/token-endpoint.ts'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const SLOW_DOWN_SECONDS = 5

/** `mandate login`: signs an operator in, who says yes in a browser, on this machine or another (RFC 8628). */
export function login(actions: Actions): Command {
  const command = new Command('login').description('Sign in: you say yes in a browser, here or on another device.')
  command.argument('[url]', 'the server')
  command.addOption(new Option('--name <context>', 'what to call the context; the host when left out'))
  command.addOption(new Option('--no-browser', 'open no browser'))
  addGlobalFlags(command)
  return actions.on(command, async (cli, [positional]) => {
    const { name: said, browser } = command.opts<{ name?: string; browser: boolean }>()
    const { url, context } = await serverOf(positional, cli)
    const name = said ?? context ?? nameFor(url)
    requireName(name)
    if (isReadable(url)) throw notEncrypted(url)
    const { contexts, printer, flags, now } = cli
    const endpoints = new OAuthEndpoints({ url, fetch, now })
    const key = ProofKey.generate()
    const start = await endpoints.startDevice()
    await invite(start, browser, cli)
    const tokens = await untilAnswered(endpoints, start, key, cli.interrupted)
    const former = (await contexts.read()).contexts[name]
    const keyFile = contexts.keyFileOf(name)
    await key.write(keyFile)
    await contexts.put(name, { url, credential: credentialFrom(tokens, keyFile, now()) })
    if (former?.url === url) await forget(former.credential, endpoints)
    const { sub } = claimsOf(tokens.access_token)
    printer.note(`${cli.terminal.errStyles.green('✓')} Signed in at ${url}`)
    if (flags.json) printer.json({ context: name, url, user_id: sub })
    else printer.line(name)
  })
}

/** Ends the sign-in that a new one takes the place of; one that is over already is no reason to complain. */
async function forget(credential: Credential | null, endpoints: OAuthEndpoints): Promise<void> {
  if (credential?.kind !== 'sign_in') return
  await endpoints.revoke(credential.refresh_token ?? credential.access_token).catch((error: unknown) => {
    if (!(error instanceof OAuthFailure)) throw error
  })
}

/** The server that was named, or the one that is in use. */
async function serverOf(positional: string | undefined, { flags, env, contexts }: Cli) {
  const said = positional ?? flags.url
  if (positional !== undefined && flags.url !== undefined) throw usageError('The server is named twice.')
  if (said === undefined) return locate(flags, env, contexts)
  const url = serverUrl(said, positional === undefined ? '--url' : 'The server')
  return { url, context: flags.context }
}

async function invite(start: DeviceStart, browser: boolean, { terminal, prompts }: Cli): Promise<void> {
  const { err, errStyles, outIsTty } = terminal
  err.write(`Open  ${start.verification_uri_complete}\nCode  ${errStyles.bold(start.user_code)}  (compare it there)\n`)
  if (!browser || !outIsTty || !prompts.possible) return
  const { openInBrowser } = await import('./open.ts')
  openInBrowser(start.verification_uri_complete)
}

/** Asks until the person said something, as often as the server allows (RFC 8628 §3.5). */
async function untilAnswered(
  endpoints: OAuthEndpoints,
  { device_code, interval, expires_in: lifetime }: DeviceStart,
  key: ProofKey,
  signal: AbortSignal,
): Promise<IssuedTokens> {
  let seconds = interval
  for (let waited = 0; waited < lifetime; waited += seconds) {
    await sleep(seconds * 1000, undefined, { signal }).catch(() => {
      throw new Failure('Cancelled: nobody is signed in.', { exitCode: exitCodes.failed })
    })
    try {
      return await endpoints.token({ grant_type: DEVICE_CODE, device_code }, key)
    } catch (error) {
      const code = error instanceof OAuthFailure ? error.error : ''
      if (code === 'slow_down') seconds += SLOW_DOWN_SECONDS
      else if (code !== 'authorization_pending') throw error
    }
  }
  throw new Failure('Nobody answered in time.', {
    exitCode: exitCodes.auth,
    next: 'mandate login',
    code: 'expired_token',
  })
}

const notEncrypted = (url: string): Failure =>
  usageError(
    `${url} is not encrypted: anybody on the way could sign in as you.`,
    'Use https, or an API key from the machine it runs on.',
  )
