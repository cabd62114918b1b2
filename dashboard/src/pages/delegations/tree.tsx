import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button } from '#/ui/button.tsx'
import { cx } from '#/ui/cx.ts'
import { Card } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { shapeOf } from '#/pages/agents/neighbours.ts'
import { edgeId, rootsOf } from './graph.ts'
import type { Graph, MapEdge, MapNode } from './graph.ts'
import { delegationWords } from './words.ts'
import styles from './map.module.css'

interface TreeProps {
  readonly graph: Graph
  readonly chosen: string | undefined
  readonly affected: ReadonlySet<string> | undefined
  readonly onChoose: (id: string) => void
}

const MAX_DEPTH = 8

/** The map as a tree of words: the same actors, lines and actions for whoever reads rather than looks. */
export function Tree(props: TreeProps): ReactNode {
  const w = useWords(delegationWords)
  const { graph } = props
  const roots = rootsOf(graph)
  const first = roots.length > 0 ? roots : graph.nodes.slice(0, 1)
  return (
    <Card>
      <ul className={styles['tree']} aria-label={w.map}>
        {first.map((node) => (
          <Branch key={node.id} {...props} node={node} path={[node.id]} />
        ))}
      </ul>
    </Card>
  )
}

interface BranchProps extends TreeProps {
  readonly node: MapNode
  readonly edge?: MapEdge
  /** Those above, itself included: a circle is not walked twice. */
  readonly path: readonly string[]
}

function Branch({ node, edge, path, ...tree }: BranchProps): ReactNode {
  const w = useWords(delegationWords)
  const { graph, chosen, affected, onChoose } = tree
  const name = node.name ?? node.id
  const below =
    path.length > MAX_DEPTH ? [] : graph.edges.filter(({ from, to }) => from === node.id && !path.includes(to))
  return (
    <li>
      <div className={cx(styles['branch'], affected && !affected.has(node.id) && styles['dim'])}>
        <Actor kind={shapeOf(node.kind)} name={name} more={edge ? w.edgeKinds[edge.kind] : w.kinds[node.kind]} />
        {edge && (
          <span className={styles['muted']}>
            {edge.tokens} · {w.living} {edge.living}
          </span>
        )}
        {edge && edge.broken > 0 && <Badge tone="bad">{`${w.brokenCount} ${edge.broken}`}</Badge>}
        {edge && edge.key_bound > 0 && <Badge tone="info">{w.bound}</Badge>}
        <Button
          kind="quiet"
          size="small"
          icon="right"
          aria-label={w.select(name)}
          aria-pressed={chosen === node.id}
          onPress={() => onChoose(node.id)}
        />
      </div>
      {below.length > 0 && (
        <ul>
          {below.map((line) => {
            const next = graph.nodes.find(({ id }) => id === line.to)
            return next && <Branch key={edgeId(line)} {...tree} node={next} edge={line} path={[...path, next.id]} />
          })}
        </ul>
      )}
    </li>
  )
}
