import type { ActorKind } from '#/ui/actor.tsx'

/** One who stands in a chain: a person, a client, or what is reached. */
export interface Link {
  readonly kind: ActorKind
  readonly id: string
  /** What it is called; its id where nobody knows. */
  readonly name: string
  /** Its token is bound to a key. */
  readonly isBound?: boolean
  /** The line to it is broken: what was handed on ended before its time. */
  readonly isBroken?: boolean
}

/** A chain as the terminal and screen readers have it: `(Maya) -> [Planner] -> [Mailer] => {gmail.send}`. */
export function chainText(links: readonly Link[]): string {
  return links.reduce((text, link, i) => {
    const arrow = i === 0 ? '' : link.isBroken ? ' -x- ' : link.kind === 'resource' ? ' => ' : ' -> '
    return `${text}${arrow}${shapeText(link)}`
  }, '')
}

function shapeText({ kind, name }: Link): string {
  if (kind === 'person') return `(${name})`
  if (kind === 'resource') return `{${name}}`
  return kind === 'system' ? `<${name}>` : `[${name}]`
}
