/** Whether a file is JSON by its first character, and the file from its beginning. */
export async function isJson(
  input: AsyncIterable<Uint8Array>,
): Promise<{ json: boolean; text: AsyncIterable<Uint8Array> }> {
  const chunks = input[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let first = ''
  while (first === '') {
    const next = await chunks.next()
    if (next.done === true) break
    held.push(next.value)
    first = new TextDecoder().decode(Buffer.concat(held), { stream: true }).trim().slice(0, 1)
  }
  async function* text(): AsyncGenerator<Uint8Array> {
    yield* held
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return { json: first === '[' || first === '{', text: text() }
}
