/** Which events the names and patterns of a subscription take: `user.*` takes `user.created`, `*` takes all. */
export function matching(wanted: readonly string[], events: readonly string[]): readonly string[] {
  const patterns = wanted.map((one) => new RegExp(`^${one.split('*').map(escaped).join('.*')}$`))
  return events.filter((event) => wanted.length === 0 || patterns.some((pattern) => pattern.test(event)))
}

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
