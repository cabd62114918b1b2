import { curlSnippet } from './curl.ts'
import { goSnippet } from './go.ts'
import { nodeSnippet } from './node.ts'
import { pythonSnippet } from './python.ts'
import { languages } from './snippet.ts'
import type { Language, Setting, Snippet, Writer } from './snippet.ts'
import { spaSnippet } from './spa.ts'

const writers: Readonly<Record<Language, Writer>> = {
  node: nodeSnippet,
  spa: spaSnippet,
  python: pythonSnippet,
  go: goSnippet,
  curl: curlSnippet,
}

const VARIABLES = ['MANDATE_CLIENT_SECRET', 'MANDATE_PRIVATE_JWK', 'FLASK_SECRET_KEY']

/** A snippet with its language and what it reads from the environment. */
interface WrittenSnippet extends Snippet {
  readonly language: Language
  readonly environment: string[]
}

/** The code for an application in one language or in all, and why there is none in the others. */
export function snippetsFor(
  setting: Setting,
  only?: Language,
): { snippets: WrittenSnippet[]; unavailable: { language: Language; reason: string }[] } {
  const snippets: WrittenSnippet[] = []
  const unavailable: { language: Language; reason: string }[] = []
  for (const language of only === undefined ? languages : [only]) {
    const answer = writers[language](setting)
    if ('reason' in answer) unavailable.push({ language, reason: answer.reason })
    else snippets.push({ language, ...answer, environment: VARIABLES.filter((name) => answer.code.includes(name)) })
  }
  return { snippets, unavailable }
}
