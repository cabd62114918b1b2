/** Whether a target is among others. The root of an origin is written with and without its slash; both are one. */
export const includesTarget = (targets: readonly string[], target: string): boolean =>
  targets.some((known) => trimSlash(known) === trimSlash(target))

/** A target without the slash at its end. */
export const trimSlash = (target: string): string => target.replace(/\/+$/, '')
