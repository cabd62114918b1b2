import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { CONFIG, unknownSetting } from './get.ts'

type Settings = Readonly<Record<string, unknown>>

/** Changes settings: `oauth.registration=off`. The kind of a value follows from what stands there. */
export function set(actions: Actions): Command {
  const command = new Command('set')
    .description('Change settings; null goes back to the default.')
    .argument('<key=value...>', 'such as oauth.registration=off')
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }, pairs) => {
    const server = await connect()
    const now = await server.request<Settings>('GET', CONFIG)
    const patch = Object.fromEntries(pairsIn(pairs).map(([key, value]) => [key, settingOf(key, value, now)]))
    const after = await server.request<Settings>('PATCH', CONFIG, { body: patch })
    printer.object(Object.fromEntries(Object.keys(patch).map((key) => [key, after[key]])))
  })
}

/** `key=value`, or a key and a value as two words. */
function pairsIn(words: readonly string[]): (readonly [string, string])[] {
  const [key, value] = words
  if (words.length === 2 && key !== undefined && value !== undefined && !key.includes('=')) return [[key, value]]
  return words.map((word) => {
    const at = word.indexOf('=')
    if (at < 1) throw usageError(`"${word}" has no value.`, 'mandate config set oauth.registration=off')
    return [word.slice(0, at), word.slice(at + 1)]
  })
}

/** Lists take commas, texts are taken as they are, and everything else is JSON. */
function settingOf(key: string, text: string, now: Settings): unknown {
  if (!Object.hasOwn(now, key)) throw unknownSetting(key, Object.keys(now))
  if (text === 'null') return null
  const before = now[key]
  if (Array.isArray(before) && !text.startsWith('['))
    return text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
  try {
    return typeof before === 'string' ? text : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}
