import { Background, Controls, Handle, Position, ReactFlow } from '@xyflow/react'
import type { Edge, Node, NodeProps } from '@xyflow/react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Shape } from '#/ui/actor.tsx'
import { cx } from '#/ui/cx.ts'
import { shapeOf } from '#/pages/agents/neighbours.ts'
import { edgeId, neighbourOf, OTHERS } from './graph.ts'
import type { Graph, MapNode } from './graph.ts'
import { layered } from './layers.ts'
import { delegationWords } from './words.ts'
import '@xyflow/react/dist/base.css'
import styles from './map.module.css'

interface CanvasProps {
  readonly graph: Graph
  readonly chosen: string | undefined
  /** Those that something would take along; the rest is dimmed while it is looked at. */
  readonly affected: ReadonlySet<string> | undefined
  readonly onChoose: (id: string) => void
}

const WIDTH = 184
const HEIGHT = 48
const SIZES = { width: WIDTH, height: HEIGHT, between: { layers: 72, nodes: 18 } }
const MIN_HEIGHT = 420
const MAX_HEIGHT = 680

type ActorNode = Node<{ node: MapNode; name: string; isChosen: boolean; isDim: boolean; isCut: boolean }, 'actor'>

/** The map: from left to right those who let, those who act, and what is reached. */
export default function Canvas({ graph, chosen, affected, onChoose }: CanvasProps): ReactNode {
  const w = useWords(delegationWords)
  const { places, height } = useMemo(
    () =>
      layered(
        graph.nodes.map(({ id }) => id),
        graph.edges,
        SIZES,
      ),
    [graph],
  )
  const nodes = graph.nodes.map((node): ActorNode => {
    const name = node.id.startsWith(OTHERS) ? w.others(w.kinds[node.kind], node.name ?? '') : (node.name ?? node.id)
    const [into, out] = [
      graph.edges.filter(({ to }) => to === node.id),
      graph.edges.filter(({ from }) => from === node.id),
    ]
    return {
      id: node.id,
      type: 'actor',
      position: places.get(node.id) ?? { x: 0, y: 0 },
      data: {
        node,
        name,
        isChosen: node.id === chosen,
        isDim: affected !== undefined && !affected.has(node.id),
        isCut: affected?.has(node.id) ?? false,
      },
      width: WIDTH,
      height: HEIGHT,
      ariaLabel: w.speaks(name, w.kinds[node.kind], into.length, out.length),
      draggable: false,
      connectable: false,
    }
  })
  const most = Math.max(1, ...graph.edges.map(({ tokens }) => tokens))
  const edges = graph.edges.map((edge): Edge => {
    const isDim = affected !== undefined && !(affected.has(edge.from) && affected.has(edge.to))
    const isBroken = edge.broken > 0
    const { tokens, broken, key_bound: bound } = edge
    const count = isBroken && tokens > 1 ? `✕ ${broken}/${tokens}` : isBroken ? '✕' : tokens > 1 ? String(tokens) : ''
    const label = [count, bound > 0 ? '⚿' : ''].filter(Boolean).join(' ')
    return {
      id: edgeId(edge),
      source: edge.from,
      target: edge.to,
      label: label === '' ? undefined : label,
      className: cx(
        styles['edge'],
        isBroken && styles['broken'],
        edge.kind === 'reaches' && styles['reaches'],
        isDim && styles['dim'],
      ),
      style: { strokeWidth: 1.25 + (edge.tokens / most) * 4 },
      focusable: false,
      ariaLabel: `${edge.from} ${w.edgeKinds[edge.kind]} ${edge.to}: ${edge.tokens}`,
    }
  })
  return (
    <div
      className={styles['canvas']}
      style={{ height: Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, height + 120)) }}
      role="group"
      aria-label={`${w.map}. ${w.keys}`}
      onKeyDown={(event) => {
        const at = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset['id']
        if (at === undefined) return
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          onChoose(at)
        }
        const next = neighbourOf(graph, at, event.key)
        if (next === undefined) return
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(next)}"]`)?.focus()
      }}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_, { id }) => onChoose(id)}
        fitView
        fitViewOptions={{ padding: 0.12, maxZoom: 1.1 }}
        minZoom={0.2}
        nodesConnectable={false}
        nodesDraggable={false}
        elementsSelectable={false}
        nodesFocusable
        edgesFocusable={false}
        disableKeyboardA11y
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} size={1} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function ActorBox({ data: { node, name, isChosen, isDim, isCut } }: NodeProps<ActorNode>): ReactNode {
  const w = useWords(delegationWords)
  const kind = shapeOf(node.kind)
  return (
    <div
      className={cx(
        styles['node'],
        styles[kind],
        isChosen && styles['chosen'],
        isDim && styles['dim'],
        isCut && styles['cut'],
      )}
    >
      <Handle type="target" position={Position.Left} className={styles['handle'] ?? ''} isConnectable={false} />
      <Shape kind={kind} name={name} />
      <span className={styles['words']}>
        <bdi className={styles['name']} title={name}>
          {name}
        </bdi>
        <span className={styles['kind']}>
          {w.kinds[node.kind]}
          {!node.active && ` · ${node.record_id === null ? w.gone : w.inactive}`}
        </span>
      </span>
      <Handle type="source" position={Position.Right} className={styles['handle'] ?? ''} isConnectable={false} />
    </div>
  )
}

const nodeTypes = { actor: ActorBox }
