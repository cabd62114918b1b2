/** What a parameter means that says nothing itself: ids by the group in front of them, others by their name. */
export function parameterMeaning(name: string, path: string, meanings: Readonly<Record<string, string>>): string {
  const group = new RegExp(`/([a-z-]+)/:${name}(?:/|$)`).exec(path)?.[1]
  if (group === undefined || !/^[a-z]*id$/i.test(name)) return meanings[name] ?? `The ${name.replaceAll('_', ' ')}.`
  return `The id of the ${singular(group).replaceAll('-', ' ')}.`
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
