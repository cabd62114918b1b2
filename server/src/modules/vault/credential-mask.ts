/** Shorter ones stand in what has nothing to do with them. */
const MIN_CHARACTERS = 8
const MASK = '*'.charCodeAt(0)

/** A credential in the spellings in which a server repeats what it got: plain, as in a URL, and as in JSON. */
export function spellingsOf(credential: string): readonly string[] {
  if (credential.length < MIN_CHARACTERS) return []
  const json = JSON.stringify(credential).slice(1, -1)
  // Some writers of JSON escape slashes.
  return [...new Set([credential, encodeURIComponent(credential), json, json.replaceAll('/', String.raw`\/`)])]
}

/** Whether some text has the credential in it. */
export const mentions = (texts: readonly string[], credential: string): boolean =>
  texts.some((text) => text.includes(credential) || spellingsOf(credential).some((spelling) => text.includes(spelling)))

/**
 * A body on its way, with asterisks where the credential stood, so that its length stays. What could be the beginning of
 * the credential waits for the next piece; everything else goes on at once.
 */
export class MaskedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: AsyncIterableIterator<Uint8Array>
  readonly #spellings: readonly Buffer[]
  #held = Buffer.alloc(0)
  #isOver = false
  constructor(body: AsyncIterableIterator<Uint8Array>, credential: string) {
    this.#body = body
    this.#spellings = spellingsOf(credential).map((spelling) => Buffer.from(spelling))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#isOver) {
      const piece = await this.#body.next()
      this.#isOver = piece.done === true
      const bytes = Buffer.concat([this.#held, piece.value ?? Buffer.alloc(0)])
      for (const spelling of this.#spellings) mask(bytes, spelling)
      const held = this.#isOver ? 0 : Math.max(0, ...this.#spellings.map((spelling) => lengthOfStart(bytes, spelling)))
      this.#held = bytes.subarray(bytes.length - held)
      if (bytes.length > held) return { done: false, value: bytes.subarray(0, bytes.length - held) }
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isOver = true
    await this.#body.return?.()
    return { done: true, value: undefined }
  }
}

function mask(bytes: Buffer, spelling: Buffer): void {
  for (let at = bytes.indexOf(spelling); at !== -1; at = bytes.indexOf(spelling, at + spelling.length)) {
    bytes.fill(MASK, at, at + spelling.length)
  }
}

/** How many bytes at the end could begin a spelling that goes on in the next piece. */
function lengthOfStart(bytes: Buffer, spelling: Buffer): number {
  const first = spelling[0] as number
  const from = Math.max(0, bytes.length - spelling.length + 1)
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (bytes.compare(spelling, 0, bytes.length - at, at) === 0) return bytes.length - at
  }
  return 0
}
