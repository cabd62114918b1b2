type Members = Readonly<Record<string, unknown>>

/**
 * The merge patch (RFC 7396) that makes one object of another: what is gone is null, what stayed is left out. Undefined where
 * nothing changed.
 */
export function mergePatch(before: Members, after: Members): Members | undefined {
  const patch: Record<string, unknown> = {}
  for (const name of Object.keys(before)) if (!(name in after)) patch[name] = null
  for (const [name, value] of Object.entries(after)) {
    const old = before[name]
    if (isObject(old) && isObject(value)) {
      const inner = mergePatch(old, value)
      if (inner !== undefined) patch[name] = inner
    } else if (JSON.stringify(old) !== JSON.stringify(value)) patch[name] = value
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
