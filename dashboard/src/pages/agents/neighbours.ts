import type { Acting } from '@mandate/sdk'
import type { ActorKind } from '#/ui/actor.tsx'
import type { Neighbour } from '#/pictures/ego.ts'

type Flow = Acting['flows'][number]

/** The shape of somebody that tokens name. */
export const shapeOf = (kind: string | undefined): ActorKind =>
  kind === 'person' || kind === 'agent' || kind === 'app' || kind === 'resource' ? kind : 'app'

/** Whom a client acts for, directly or by somebody who handed on to it, and what it reaches or hands on to. */
export function neighboursOf(
  clientId: string,
  { flows, names }: Pick<Acting, 'flows' | 'names'>,
): { inbound: Neighbour[]; outbound: Neighbour[] } {
  const inbound = new Map<string, number>()
  const outbound = new Map<string, number>()
  const add = (sums: Map<string, number>, id: string, { tokens }: Flow): void =>
    void sums.set(id, (sums.get(id) ?? 0) + tokens)
  for (const flow of flows) {
    if (flow.actor === clientId) {
      add(inbound, flow.via ?? flow.subject, flow)
      if (flow.resource !== null) add(outbound, flow.resource, flow)
    } else if (flow.via === clientId) add(outbound, flow.actor, flow)
  }
  const known =
    (isResource: (id: string) => boolean) =>
    ([id, value]: [string, number]): Neighbour => {
      const name = names[id]
      const kind =
        isResource(id) && !name ? 'resource' : shapeOf(name?.kind ?? (id.startsWith('usr_') ? 'person' : 'app'))
      return { id, kind, name: name?.name ?? id, value }
    }
  return {
    inbound: [...inbound].map(known(() => false)),
    outbound: [...outbound].map(known(() => true)),
  }
}
