import { text as readAll } from 'node:stream/consumers'
import { usageError } from '#/frame/failure.ts'
import { textOfFile } from '#/frame/named-files.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { flagOf } from './names.ts'
import type { Field } from './operation.ts'

/** Fields whose value has no place on a command line, where everybody on the machine can read it. */
export const isSecret = ({ name }: Pick<Field, 'name'>): boolean => /(^|_)(password|secret)$/.test(name)

/** The member of a request that the values of a flag make. */
export async function valueOf(
  field: Field,
  said: readonly string[],
  terminal: Pick<Terminal, 'input'>,
): Promise<unknown> {
  const last = said.at(-1) ?? ''
  switch (field.kind) {
    case 'boolean':
      return last === 'true'
    case 'integer':
    case 'number':
      return numberOf(field, last)
    case 'list':
      return said.flatMap(split).map((each) => known(field, each))
    case 'words':
      return said
        .flatMap((each) => each.split(/[\s,]+/))
        .filter(Boolean)
        .join(' ')
    case 'json':
      return parseJson(await contentsOf(last, terminal), `--${flagOf(field.name)}`)
    case 'string':
      return known(field, await textOf(field, last, terminal))
  }
}

/** Commas separate; one inside a URL does not. */
function split(text: string): string[] {
  const separator = text.includes('://') ? /,(?=[a-z][a-z0-9+.-]*:)/i : /,/
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter(Boolean)
}

function numberOf(field: Field, text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number) && (field.kind === 'number' || Number.isInteger(number)))
    return number
  throw usageError(
    `--${flagOf(field.name)} takes ${field.kind === 'integer' ? 'a whole number' : 'a number'}, not "${text}".`,
  )
}

const plain = (word: string): string => word.toLowerCase().replaceAll('-', '_')

/** A value of a closed list may be said by its last part: `device_code`, `token-exchange`. */
function known({ values }: Field, text: string): string {
  if (!values || values.includes(text)) return text
  return values.find((value) => plain(value) === plain(text) || plain(value).endsWith(`:${plain(text)}`)) ?? text
}

/** `@file` and `-` stand for what a file or standard input says, where a value is long or secret. */
async function textOf(field: Field, text: string, terminal: Pick<Terminal, 'input'>): Promise<string> {
  const mayBeElsewhere = isSecret(field) || field.name === 'html'
  if (!mayBeElsewhere) return text
  const contents = await contentsOf(text, terminal)
  return isSecret(field) && contents !== text ? contents.replace(/\r?\n$/, '') : contents
}

/** A text as it stands, of a file (`@file`), or of standard input (`-`). */
export async function contentsOf(text: string, { input }: Pick<Terminal, 'input'>): Promise<string> {
  if (text === '-' || text === '@-') return readAll(input)
  return text.startsWith('@') ? textOfFile(text.slice(1)) : text
}

/** JSON that somebody wrote; says where it stood when it is none. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`${where} takes JSON.`, `Such as '{"a":1}', or @file.json to read it from a file.`)
  }
}
