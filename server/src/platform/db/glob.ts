/** Matches nothing: a negative lookahead for the empty text, which is everywhere. */
const NOTHING = '^(?!)'

/**
 * A SQLite GLOB pattern as an anchored PostgreSQL regular expression with the same matches, character for character:
 * `*` any sequence, `?` one character, `[a-z]` a class, `[^a-z]` its complement. Case counts; newlines are characters.
 */
export function globToRegex(pattern: string): string {
  const characters = Array.from(pattern.toWellFormed())
  let regex = '^'
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    if (character === '*') regex += regex.endsWith('.*') ? '' : '.*'
    else if (character === '?') regex += '.'
    else if (character === '[') {
      const end = endOfClass(characters, i + 1)
      // SQLite finds no member in a class that is never closed.
      if (end === -1) return NOTHING
      regex += classToRegex(characters.slice(i + 1, end))
      i = end
    } else regex += literal(character)
  }
  return `${regex}$`
}

/** The first `]` that closes: one right after `[` or `[^` is a member. */
function endOfClass(characters: readonly string[], start: number): number {
  return characters.indexOf(']', start + (characters[start] === '^' ? 2 : 1))
}

function classToRegex(content: readonly string[]): string {
  const negated = content[0] === '^'
  const members = content.slice(negated ? 1 : 0)
  let regex = negated ? '[^' : '['
  // A leading ] starts no range and neither does the end of one; in SQLite the dash is then a member.
  let from: string | undefined
  for (let i = 0; i < members.length; i++) {
    const member = members[i] as string
    const to = members[i + 1]
    if (member === '-' && from !== undefined && to !== undefined) {
      if (codeOf(from) <= codeOf(to)) regex += `${literal(from)}-${literal(to)}`
      from = undefined
      i += 1
    } else {
      regex += literal(member)
      from = i === 0 && member === ']' ? undefined : member
    }
  }
  return `${regex}]`
}

const codeOf = (character: string): number => character.codePointAt(0) as number

/** PostgreSQL takes an escaped sign as itself, inside a class and outside; letters and digits must stay bare. */
const literal = (character: string): string =>
  /^[\x21-\x7e]$/.test(character) && !/\w/.test(character) ? `\\${character}` : character
