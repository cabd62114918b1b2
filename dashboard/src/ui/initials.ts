/** One or two letters that stand for a name. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s._@-]+/u).filter((part) => /\p{L}|\p{N}/u.test(part))
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map(
    (part) => [...(part ?? '')].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '',
  )
  return letters.join('').toLocaleUpperCase().slice(0, 2)
}
