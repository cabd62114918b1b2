/** A name of an event, or a glob: `*` alone, or for any part of a name. */
export const EVENT_PATTERN = String.raw`^(\*|(\*|[a-z][a-z0-9_]*)(\.(\*|[a-z][a-z0-9_]*)){1,5})$`

/** Whether a glob matches a name: a star stands for any text, dots included. */
export function matchesEvent(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === name
  if (!name.startsWith(head) || !name.endsWith(tail)) return false
  let at = head.length
  const end = name.length - tail.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= end
}
