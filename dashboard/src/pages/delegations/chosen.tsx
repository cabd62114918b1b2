import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { Card, Facts } from '#/ui/layout.tsx'
import { useSearchParams } from '#/ui/search-params.ts'
import { toast } from '#/ui/toasts.ts'
import { shapeOf } from '#/pages/agents/neighbours.ts'
import { downstream, OTHERS, tokensInto } from './graph.ts'
import type { Graph, MapNode } from './graph.ts'
import { delegationWords } from './words.ts'
import styles from './map.module.css'

interface ChosenProps {
  readonly graph: Graph
  readonly node: MapNode | undefined
  /** Whether what would end is shown on the map. */
  readonly onPreview: (isShown: boolean) => void
  readonly onClose: () => void
}

/** Who was chosen on the map, and what can be done from there. */
export function Chosen({ graph, node, onPreview, onClose }: ChosenProps): ReactNode {
  const w = useWords(delegationWords)
  const { close } = useWords(common)
  const may = useMay()
  const [, change] = useSearchParams()
  useEffect(() => () => onPreview(false), [onPreview])
  if (!node) {
    return (
      <Card>
        <p className={styles['muted']}>{w.choose}</p>
      </Card>
    )
  }
  const isCluster = node.id.startsWith(OTHERS)
  const name = node.name ?? node.id
  const sum = (side: 'from' | 'to', member: 'tokens' | 'living' | 'broken' | 'key_bound'): number =>
    graph.edges.filter((edge) => edge[side] === node.id).reduce((total, edge) => total + edge[member], 0)
  const side = graph.edges.some(({ to }) => to === node.id) ? 'to' : 'from'
  const page =
    node.record_id === null
      ? undefined
      : node.kind === 'person'
        ? may('users:read') && `/users/${node.record_id}`
        : node.kind === 'agent' && may('agents:read') && `/agents/${node.record_id}`
  return (
    <Card title={name} actions={<Button kind="quiet" size="small" icon="close" aria-label={close} onPress={onClose} />}>
      <Actor kind={shapeOf(node.kind)} name={name} more={w.kinds[node.kind]} />
      <Facts
        facts={[
          ['id', isCluster ? undefined : <Id value={node.id} />],
          [w.tokens, sum(side, 'tokens')],
          [w.living, sum(side, 'living')],
          [w.brokenCount, sum(side, 'broken')],
          [w.bound, sum(side, 'key_bound')],
        ]}
      />
      <div className={styles['buttons']}>
        {page && <ButtonLink to={page}>{w.open}</ButtonLink>}
        {!isCluster && (
          <Button icon="filter" onPress={() => change({ actor: node.id })}>
            {w.narrow}
          </Button>
        )}
        {may('tokens:write') && !isCluster && <RevokeFrom graph={graph} node={node} onPreview={onPreview} />}
      </div>
    </Card>
  )
}

function RevokeFrom({
  graph,
  node,
  onPreview,
}: {
  readonly graph: Graph
  readonly node: MapNode
  readonly onPreview: ChosenProps['onPreview']
}): ReactNode {
  const w = useWords(delegationWords)
  const tokens = tokensInto(graph, node.id)
  const behind = downstream(graph, node.id).size - 1
  const { run, isRunning } = useAction(
    async () => {
      onPreview(true)
      try {
        const isSure = await confirm({
          title: w.revokeTitle(node.name ?? node.id),
          body: tokens.length >= 50 ? `${w.revokeBody} ${w.capped}` : w.revokeBody,
          action: w.revokeFrom,
          isDangerous: true,
          preview: async () => {
            const { total, delegated } = await each(tokens, true)
            return <p>{total === 0 ? w.nothing : w.wouldEnd(total, delegated, behind)}</p>
          },
        })
        if (!isSure) return
        const { total } = await each(tokens, false)
        toast(w.ended(total))
      } finally {
        onPreview(false)
      }
    },
    { refreshes: ['delegations', 'tokens', 'agents'] },
  )
  return (
    <Button kind="danger" isRunning={isRunning} onPress={() => run()}>
      {w.revokeFrom}
    </Button>
  )
}

/** Revokes some tokens one after the other, or counts what would end with them. */
async function each(tokens: readonly string[], isDry: boolean): Promise<{ total: number; delegated: number }> {
  let [total, delegated] = [0, 0]
  for (const jti of tokens) {
    const { tokens: counts } = await mandate.tokens.revokeByJti({ jti, dry_run: isDry })
    total += counts.total
    delegated += counts.delegated_tokens
  }
  return { total, delegated }
}
