import type { DelegationChain } from '@mandate/sdk'
import type { ActorKind } from '#/ui/actor.tsx'
import type { Link } from '#/pictures/chain.ts'

/** What those are called whom chains name; where their page is, when there is one. */
export type Names = ReadonlyMap<
  string,
  { readonly kind: ActorKind; readonly name: string; readonly to: string | undefined }
>

/** A chain as a ribbon: whom it acts for, then each client once, with keys and breaks. */
export function linksOf({ subject, hops }: Pick<DelegationChain, 'subject' | 'hops'>, names: Names): Link[] {
  const named = (id: string): Pick<Link, 'id' | 'kind' | 'name'> => {
    const known = names.get(id)
    return { id, kind: known?.kind ?? (id.startsWith('usr_') ? 'person' : 'agent'), name: known?.name ?? id }
  }
  const links: Link[] = [named(subject)]
  for (const { actor, dpop_jkt: key, status } of hops) {
    if (links.at(-1)?.id === actor) links.pop()
    // The agent that acts for itself stands once, as the beginning.
    links.push({ ...named(actor), isBound: key !== null, isBroken: status === 'revoked' && links.length > 0 })
  }
  return links
}
