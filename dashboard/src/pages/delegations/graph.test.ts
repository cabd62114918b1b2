import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clustered, downstream, neighbourOf, OTHERS, rootsOf, tokensInto } from './graph.ts'
import type { MapEdge, MapNode } from './graph.ts'

const node = (id: string, kind: MapNode['kind'] = 'agent'): MapNode => ({
  id,
  kind,
  name: id,
  record_id: id,
  active: true,
})
const edge = (kind: MapEdge['kind'], from: string, to: string, tokens = 1): MapEdge => ({
  kind,
  from,
  to,
  tokens,
  living: tokens,
  broken: 0,
  key_bound: 0,
  depth: 1,
  last_at: '2026-01-15T12:00:00.000Z',
  token_ids: [`${from}>${to}`],
})

const graph = {
  nodes: [node('maya', 'person'), node('desk'), node('planner'), node('mailer'), node('mail', 'resource')],
  edges: [
    edge('lets', 'maya', 'desk'),
    edge('hands_on', 'desk', 'planner'),
    edge('hands_on', 'planner', 'mailer'),
    edge('reaches', 'mailer', 'mail'),
  ],
}

test('what is cut off somewhere takes along all that stands behind it', () => {
  assert.deepEqual([...downstream(graph, 'planner')].toSorted(), ['mail', 'mailer', 'planner'])
  const circle = { edges: [edge('hands_on', 'a', 'b'), edge('hands_on', 'b', 'a')] }
  assert.deepEqual([...downstream(circle, 'a')].toSorted(), ['a', 'b'])
})

test('the tokens that end are those handed to somebody, and of a subject those it let', () => {
  assert.deepEqual(tokensInto(graph, 'planner'), ['desk>planner'])
  assert.deepEqual(tokensInto(graph, 'maya'), ['maya>desk'])
  assert.deepEqual(tokensInto(graph, 'mail'), ['mailer>mail'])
})

test('a map of many keeps the busiest, and one of each kind stands for the rest', () => {
  const people = Array.from({ length: 10 }, (_, i) => node(`person ${i}`, 'person'))
  const many = {
    nodes: [...people, node('planner')],
    edges: people.map(({ id }, i) => edge('lets', id, 'planner', 10 - i)),
  }
  const small = clustered(many, 4)
  assert.deepEqual(
    small.nodes.map(({ id, name }) => [id, name]),
    [
      ['planner', 'planner'],
      ['person 0', 'person 0'],
      ['person 1', 'person 1'],
      ['person 2', 'person 2'],
      [`${OTHERS}person`, '+7'],
    ],
  )
  assert.equal(small.edges.find(({ from }) => from === `${OTHERS}person`)?.tokens, 28)
  assert.equal(clustered(graph, 60), graph)
})

test('arrow keys go along the lines, and up and down among those beside', () => {
  assert.equal(neighbourOf(graph, 'desk', 'ArrowRight'), 'planner')
  assert.equal(neighbourOf(graph, 'desk', 'ArrowLeft'), 'maya')
  const wide = { ...graph, edges: [...graph.edges, edge('hands_on', 'desk', 'mailer')] }
  assert.equal(neighbourOf(wide, 'planner', 'ArrowDown'), 'mailer')
  assert.equal(neighbourOf(graph, 'maya', 'ArrowUp'), undefined)
  assert.deepEqual(
    rootsOf(graph).map(({ id }) => id),
    ['maya'],
  )
})
