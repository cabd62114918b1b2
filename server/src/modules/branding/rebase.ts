type Members = Readonly<Record<string, unknown>>

/** A document with what somebody changed in it since `base`, upon what it is `now`: changes of others stay, down to single members. */
export function rebased<Of extends object>(base: Of, changed: Of, now: Of): Of {
  const [before, mine, theirs] = [base as Members, changed as Members, now as Members]
  const members = Object.keys({ ...theirs, ...mine }).map((name): [string, unknown] => [
    name,
    rebasedMember(before[name], mine[name], theirs[name]),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Of
}

/** An object that is absent has no members: whoever takes all of them away takes away those that they knew. */
function rebasedMember(was: unknown, own: unknown, other: unknown): unknown {
  if (![own, other].every((value) => value === undefined || isObject(value)))
    return JSON.stringify(own) === JSON.stringify(was) ? other : own
  const [before, mine, theirs] = [was, own, other].map((value) => (isObject(value) ? value : {})) as [
    Members,
    Members,
    Members,
  ]
  const members = rebased(before, mine, theirs)
  const isLeft = (own !== undefined && other !== undefined) || Object.keys(members).length > 0
  return isLeft ? members : undefined
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
