import type { DelegatedToken } from '#/modules/tokens/index.ts'

/** What a line of the map stands for: a subject lets a client act, a client hands on, an actor reaches a resource. */
export const edgeKinds = ['lets', 'hands_on', 'reaches'] as const
export type EdgeKind = (typeof edgeKinds)[number]

/** One line of the map, from all tokens that went along it. */
export interface DelegationEdge {
  readonly kind: EdgeKind
  readonly from: string
  readonly to: string
  tokens: number
  living: number
  /** Ended before their time. */
  broken: number
  /** Bound to a key of whoever presents them (RFC 9449). */
  keyBound: number
  depth: number
  lastAt: number
  /** The newest tokens that stand for it, for tracing and ending them. */
  readonly tokenIds: string[]
}

/** The lines between those who act, and the tokens at the ends of chains. */
export interface DelegationMap {
  readonly edges: readonly DelegationEdge[]
  readonly leaves: readonly string[]
  readonly tokens: number
}

/** What chains must fit; all of a chain is shown when a part of it fits. */
export interface MapFilter {
  readonly minDepth: number
  readonly brokenOnly: boolean
  /** The id of a person, a client or a resource. */
  readonly actor: string | undefined
}

const MAX_TOKENS_OF_EDGE = 50

/** The map of some delegated tokens, given newest first. */
export function mapOf(found: readonly DelegatedToken[], filter: MapFilter, now: number): DelegationMap {
  const fitting = fittingLines(found, filter, now)
  const shown = found.filter(({ token }) => fitting.has(token.rootId))
  const parents = new Set(shown.map(({ token }) => token.parentId))
  const edges = new Map<string, DelegationEdge>()
  const roots = new Set<string>()
  // Where anything of a line lives, what it began with does.
  const living = new Set(shown.flatMap(({ token, isLiving }) => (isLiving ? [token.rootId] : [])))
  for (const one of shown) {
    const { token, isLiving } = one
    const { id, rootId } = token
    if (!roots.has(rootId)) {
      const rootLives = living.has(rootId)
      const root = { token, id: rootId, isLiving: rootLives, broken: isBroken({ ...one, isLiving: rootLives }, now) }
      addTo(edges, 'lets', token.subject, firstActor(one), root)
    }
    roots.add(rootId)
    const hop = { token, id, isLiving, broken: isBroken(one, now) }
    if (token.delegator !== null) addTo(edges, 'hands_on', token.delegator, token.clientId, hop)
    if (parents.has(id)) continue
    for (const resource of token.audience) addTo(edges, 'reaches', token.clientId, resource, hop)
  }
  const leaves = shown.flatMap(({ token }) => (parents.has(token.id) ? [] : [token.id]))
  return { edges: [...edges.values()].filter(({ from, to }) => from !== to), leaves, tokens: shown.length }
}

const isBroken = ({ token, isLiving }: DelegatedToken, now: number): boolean => !isLiving && token.expiresAt > now

/** Whom the subject let in: while the root is gone, whoever handed on first of those that are left. */
const firstActor = ({ firstClient, token }: DelegatedToken): string => firstClient ?? token.delegator ?? token.clientId

/** What one token adds to a line, under the id that stands for it there. */
interface Hop {
  readonly token: DelegatedToken['token']
  readonly id: string
  readonly isLiving: boolean
  readonly broken: boolean
}

function addTo(edges: Map<string, DelegationEdge>, kind: EdgeKind, from: string, to: string, hop: Hop): void {
  // Neither a user id nor a client_id has a blank, and only the last of the three can be anything.
  const key = `${kind} ${from} ${to}`
  const known = edges.get(key)
  const edge = known ?? newEdge(kind, from, to)
  if (!known) edges.set(key, edge)
  const { token, id, isLiving, broken } = hop
  edge.tokens += 1
  edge.living += isLiving ? 1 : 0
  edge.broken += broken ? 1 : 0
  edge.keyBound += token.jkt === null ? 0 : 1
  edge.depth = Math.max(edge.depth, token.depth)
  edge.lastAt = Math.max(edge.lastAt, token.createdAt)
  if (edge.tokenIds.length < MAX_TOKENS_OF_EDGE) edge.tokenIds.push(id)
}

const newEdge = (kind: EdgeKind, from: string, to: string): DelegationEdge => ({
  kind,
  from,
  to,
  tokens: 0,
  living: 0,
  broken: 0,
  keyBound: 0,
  depth: 0,
  lastAt: 0,
  tokenIds: [],
})

/** The roots of the lines that fit, each judged as a whole. */
function fittingLines(
  found: readonly DelegatedToken[],
  { minDepth, brokenOnly, actor }: MapFilter,
  now: number,
): Set<string> {
  const lines = new Map<string, { depth: number; broken: boolean; names: Set<string> }>()
  for (const one of found) {
    const { token } = one
    const line = lines.get(token.rootId) ?? { depth: 0, broken: false, names: new Set<string>() }
    line.depth = Math.max(line.depth, token.depth)
    line.broken ||= isBroken(one, now)
    for (const name of [token.subject, firstActor(one), token.clientId, ...token.audience]) line.names.add(name)
    if (token.delegator !== null) line.names.add(token.delegator)
    lines.set(token.rootId, line)
  }
  const fits = [...lines].filter(
    ([, line]) =>
      line.depth >= minDepth && (!brokenOnly || line.broken) && (actor === undefined || line.names.has(actor)),
  )
  return new Set(fits.map(([root]) => root))
}
