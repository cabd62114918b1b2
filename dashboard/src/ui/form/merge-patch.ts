/** What a form changed. */
export interface Change<Body> {
  /** The members that are other than before, as a merge patch (RFC 7396). */
  readonly patch: Partial<Body>
  /** The merge patch that takes it back; undefined where none restores exactly what was. */
  readonly back: Partial<Body> | undefined
}

/** What became of the members that a form shows; undefined where nothing changed. */
export function changeOf<Body extends object>(before: Body, after: Body): Change<Body> | undefined {
  const patch = mergePatch(before, after)
  if (patch === undefined) return undefined
  // RFC 7396 §1: a member of a member cannot be set to null, as null takes it away.
  const isLost = Object.entries(before).some(([name, value]) => Object.hasOwn(patch, name) && hasNull(value))
  return {
    patch: patch as Partial<Body>,
    back: isLost ? undefined : (mergePatch(after, before) as Partial<Body> | undefined),
  }
}

/**
 * The merge patch (RFC 7396) that makes one object of another: what is gone is null, what stayed is left out. Undefined where
 * nothing changed.
 */
export function mergePatch(before: object, after: object): Readonly<Record<string, unknown>> | undefined {
  const former = new Map<string, unknown>(Object.entries(before))
  // Members are named by people, also as those that every object inherits: so they are put together as entries.
  const patch: [string, unknown][] = [...former.keys()]
    .filter((name) => !Object.hasOwn(after, name))
    .map((name) => [name, null])
  for (const [name, value] of Object.entries(after) as [string, unknown][]) {
    const old = former.get(name)
    if (isObject(old) && isObject(value)) {
      const inner = mergePatch(old, value)
      if (inner !== undefined) patch.push([name, inner])
    } else if (JSON.stringify(old) !== JSON.stringify(value)) patch.push([name, value])
  }
  return patch.length === 0 ? undefined : Object.fromEntries(patch)
}

/** What a merge patch (RFC 7396 §2) makes of an object. */
export function patched<Body extends object>(target: Body, patch: Partial<Body>): Body {
  const members = new Map<string, unknown>(Object.entries(target))
  for (const [name, value] of Object.entries<unknown>(patch)) {
    const old = members.get(name)
    if (value === null || value === undefined) members.delete(name)
    else members.set(name, isObject(value) ? patched(isObject(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(members) as Body
}

const hasNull = (value: unknown): boolean =>
  isObject(value) && Object.values(value).some((member) => member === null || hasNull(member))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
