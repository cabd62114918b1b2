const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in words, in the largest unit that says it exactly enough: "30 days", "1 hour", "90 minutes". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [name, size] = UNITS.find(([, unit]) => whole >= unit && whole % unit === 0) ?? UNITS[3]
  const count = whole / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** How long ago something was, roughly: "just now", "2 minutes ago". */
export function ago(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds < 60) return 'just now'
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit) ?? UNITS[3]
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
