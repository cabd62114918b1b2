import { visible } from '#/frame/terminal.ts'
import { isMoment, relativeTime } from './relative-time.ts'

/** A member of an object, or of one inside it: `user.email`. */
export function memberOf(object: unknown, path: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined
  const members = object as Readonly<Record<string, unknown>>
  if (Object.hasOwn(members, path)) return members[path]
  const dot = path.indexOf('.')
  return dot < 0 ? undefined : memberOf(members[path.slice(0, dot)], path.slice(dot + 1))
}

const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, ' ')

/** A value for a person. */
export function cellForPeople(value: unknown, now: number): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === true) return '✓'
  if (value === false) return '✗'
  if (isMoment(value)) return relativeTime(value, now)
  if (Array.isArray(value)) return value.map((each) => cellForMachines(each)).join(', ') || '–'
  return oneLine(cellForMachines(value))
}

/** A value for a line of TSV. */
export function cellForMachines(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') {
    const isPlainList = Array.isArray(value) && value.every((each) => typeof each === 'string')
    return isPlainList ? value.join(' ').replaceAll(/\s+/g, ' ') : JSON.stringify(value)
  }
  return visible(String(value)).replaceAll(/[\t\n\r]+/g, ' ')
}
