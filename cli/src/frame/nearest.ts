const MAX_DISTANCE = 3

/** What somebody probably meant, among what there is; undefined when nothing is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((each) => ({ each, distance: distanceOf(word, each) }))
  const [best] = ranked.toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(MAX_DISTANCE, Math.ceil(word.length / 2)) ? best.each : undefined
}

/** Letters to add, drop or replace (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
