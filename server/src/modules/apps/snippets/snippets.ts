import { apiInNode, apiInShell } from './api.ts'
import { curlSnippet } from './curl.ts'
import { deviceInNode, deviceInShell } from './device.ts'
import { exchangeInNode, exchangeInShell } from './exchange.ts'
import { goSnippet } from './go.ts'
import { nodeSnippet } from './node.ts'
import { pythonSnippet } from './python.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { languages } from './snippet.ts'
import type { Language, Setting, Snippet, Use, Writer } from './snippet.ts'
import { spaSnippet } from './spa.ts'

type Writers = Readonly<Partial<Record<Language, Writer>>>

const ownUse: Writers = {
  node: nodeSnippet,
  spa: spaSnippet,
  python: pythonSnippet,
  go: goSnippet,
  curl: curlSnippet,
}

const writers: Readonly<Record<Use, Writers>> = {
  sign_in: ownUse,
  token: ownUse,
  device: { node: deviceInNode, curl: deviceInShell },
  exchange: { node: exchangeInNode, curl: exchangeInShell },
  api: { node: apiInNode, curl: apiInShell },
}

const VARIABLES = [
  ...['MANDATE_CLIENT_SECRET', 'MANDATE_PRIVATE_JWK', 'FLASK_SECRET_KEY', 'SUBJECT_TOKEN', 'NEXT_CLIENT_ID'],
  ...['NEXT_CLIENT_SECRET', 'AUDIENCE', '$TOKEN'],
]

/** A snippet with its language, what it does, and what it reads from the environment. */
interface WrittenSnippet extends Snippet {
  readonly language: Language
  readonly use: Use
  readonly environment: string[]
}

/** Which of all there is. */
interface Choice {
  readonly language?: Language | undefined
  readonly use?: Use | undefined
}

interface Written {
  readonly snippets: WrittenSnippet[]
  readonly unavailable: { language: Language; use: Use; reason: string }[]
}

/** The code for an application or an agent: what was chosen, or all there is; and why there is none in the others. */
export function snippetsFor(setting: Setting, only: Choice = {}): Written {
  const written: Written = { snippets: [], unavailable: [] }
  for (const use of only.use === undefined ? usesOf(setting) : [only.use]) {
    for (const language of only.language === undefined ? languages : [only.language]) {
      const answer = writers[use][language]?.(setting) ?? notWritten
      if ('reason' in answer) written.unavailable.push({ language, use, reason: answer.reason })
      else written.snippets.push({ language, use, ...answer, environment: variablesOf(answer.code) })
    }
  }
  return written
}

/** What a client is for: an agent hands tokens on, a machine gets its own, everything else signs people in. */
function usesOf({ app: { appType, grantTypes } }: Setting): Use[] {
  if (appType === null) return ['exchange', 'api']
  const first = appType === 'machine' ? 'token' : 'sign_in'
  return [first, ...(grantTypes.includes(DEVICE_CODE) ? ['device' as const] : []), 'api']
}

const variablesOf = (code: string): string[] =>
  VARIABLES.filter((name) => code.includes(name)).map((name) => name.replace('$', ''))

const notWritten = { reason: 'It is written in node and curl.' }
