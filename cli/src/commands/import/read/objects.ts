import { JSONParser } from '@streamparser/json'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { isMembers } from '#/commands/import/person.ts'
import type { Members } from '#/commands/import/person.ts'

/** An object of a file with where it stands. */
export interface Found {
  readonly position: number
  readonly value: Members
}

const MAX_LINE_CHARACTERS = 1024 * 1024

/** The objects of a JSON file one by one, however large it is: of an array, or of the member `list` of an object. */
export async function* objectsOf(input: AsyncIterable<Uint8Array>, list = 'users'): AsyncGenerator<Found> {
  const { first, text } = await beginningOf(input)
  yield* listed(text, first === '[' ? '$.*' : `$.${list}.*`)
}

/** The objects of an array, or of a file where each stands on a line (NDJSON), whose number is its position then. */
export async function* lineObjectsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  const { first, text } = await beginningOf(input)
  if (first === '[') yield* listed(text, '$.*')
  else yield* linesOf(text)
}

async function* listed(text: AsyncIterable<string>, path: string): AsyncGenerator<Found> {
  const found: Found[] = []
  let position = 0
  let trouble: Error | undefined
  const parser = new JSONParser({ paths: [path], keepStack: false })
  parser.onValue = ({ value }) => {
    position++
    found.push({ position, value: isMembers(value) ? value : {} })
  }
  parser.onError = (error) => {
    trouble = error
  }
  for await (const chunk of text) {
    if (!parser.isEnded) parser.write(chunk)
    yield* found.splice(0)
    if (trouble) throw brokenJson(`behind entry ${position}`, trouble)
  }
  if (!parser.isEnded) throw brokenJson(`behind entry ${position}`, new Error('The file ends in the middle.'))
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Found> {
  let rest = ''
  let position = 0
  const read = (line: string): Found[] => {
    position++
    if (line.trim() === '') return []
    try {
      const value: unknown = JSON.parse(line)
      return [{ position, value: isMembers(value) ? value : {} }]
    } catch (error) {
      throw brokenJson(`in line ${position}`, error)
    }
  }
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARACTERS)
      throw brokenJson(`in line ${position + lines.length + 1}`, new Error('It is too long.'))
    for (const line of lines) yield* read(line)
  }
  yield* read(rest)
}

/** The first character that says something, and the text with it, without a byte order mark. */
async function beginningOf(input: AsyncIterable<Uint8Array>): Promise<{ first: string; text: AsyncIterable<string> }> {
  const chunks = decoded(input)
  let held = ''
  while (held.trim() === '') {
    const next = await chunks.next()
    if (next.done === true) break
    held += next.value
  }
  async function* text(): AsyncGenerator<string> {
    yield held
    yield* chunks
  }
  return { first: held.trim().slice(0, 1), text: text() }
}

async function* decoded(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of input) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const brokenJson = (where: string, cause: unknown): Failure =>
  new Failure(`The JSON can't be read ${where}.`, {
    exitCode: exitCodes.usage,
    why: cause instanceof Error ? cause.message : String(cause),
    next: 'Mend it and import again: whoever was imported before stays.',
    code: 'json_invalid',
  })
