const MAX = 20
const HEAD = 10
const TAIL = 6

/** An id with its middle left out: what it begins with says its kind, how it ends tells it from others. */
export const shortened = (id: string): string => (id.length <= MAX ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`)
