/**
 * SQLite's GLOB as its documentation tells it, written for clarity: `*` any sequence, `?` one character, `[...]` one of a
 * class, `[^...]` one that is not. What the server's two engines are held against.
 */
export function globMatches(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  if (pattern.startsWith('*')) {
    return globMatches(pattern.slice(1), text) || (text !== '' && globMatches(pattern, text.slice(1)))
  }
  if (text === '') return false
  if (pattern.startsWith('?')) return globMatches(pattern.slice(1), text.slice(1))
  if (!pattern.startsWith('[')) return pattern[0] === text[0] && globMatches(pattern.slice(1), text.slice(1))
  const found = /^\[(\^?)(\]?[^\]]*)\]/.exec(pattern)
  if (!found) return false
  const [whole, negated, members = ''] = found
  const isMember = isInClass(members, text[0] as string)
  return isMember !== (negated === '^') && globMatches(pattern.slice(whole.length), text.slice(1))
}

function isInClass(members: string, character: string): boolean {
  for (let i = 0; i < members.length; i++) {
    const from = members[i] as string
    const to = members[i + 2]
    if (members[i + 1] === '-' && to !== undefined) {
      if (from <= character && character <= to) return true
      i += 2
    } else if (from === character) return true
  }
  return false
}
