import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { flowSteps } from '#/generated/flow-steps.ts'
import { locales } from '#/i18n/words.ts'
import type { JsonSchema } from '#/ui/form/schema.ts'
import { inWords, stepWords } from './step-words.ts'
import { flowWords } from './words.ts'

/** Every member of the configs that has a field, by its name; the branches of a step are edited in the list. */
const members = flowSteps.steps.flatMap(({ type, config }) =>
  Object.entries((config as JsonSchema).properties ?? {})
    .filter(([name]) => !(type === 'conditional' && ['then', 'else'].includes(name)))
    .map(([name, { description }]) => ({ name: `${type}.${name}`, description })),
)
const names = (all: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(all).toSorted()
const described = [
  ...flowSteps.steps.map(({ type, description }) => ['kinds', type, description] as const),
  ...flowSteps.conditions.map(({ name, description }) => ['conditions', name, description] as const),
  ...members.flatMap(({ name, description }) => (description ? [['hints', name, description] as const] : [])),
]

describe('what flows are made of', () => {
  test('is called by a name in both languages, and nothing else is', () => {
    assert.ok(flowSteps.steps.length > 10 && members.length > 10, 'the steps are read')
    for (const locale of locales) {
      assert.deepEqual(names(flowWords(locale).types), flowSteps.steps.map(({ type }) => type).toSorted())
      assert.deepEqual(names(stepWords(locale).fields), members.map(({ name }) => name).toSorted())
    }
  })

  test('is described in Spanish wherever the server describes it, and nowhere else', () => {
    for (const part of ['kinds', 'conditions', 'hints'] as const) {
      const wanted = described.flatMap(([of, name]) => (of === part ? [name] : []))
      assert.deepEqual(names(stepWords('es')[part]), wanted.toSorted())
      assert.deepEqual(stepWords('en')[part], {})
    }
  })

  test('names in Spanish what the server names', () => {
    // What is the same in every language: names of the wire, what is written as code, and numbers.
    const fixed = (text = ''): string => (text.match(/`[^`]+`|\w+_\w+|[\d./]*\d|https|\{\}/g) ?? []).toSorted().join()
    const others = described.filter(([part, name, text]) => fixed(text) !== fixed(stepWords('es')[part][name]))
    assert.deepEqual(others, [])
  })

  test('keeps the words of the server where there are no others', () => {
    const config = {
      type: 'object',
      required: ['url'],
      properties: { url: { type: 'string', description: 'Where' }, later: { type: 'string', description: 'New' } },
    }
    const known = { fields: { 'redirect.url': 'Dirección' }, hints: { 'redirect.url': 'Dónde' } }
    assert.deepEqual(inWords('redirect', config, known), {
      ...config,
      properties: { ...config.properties, url: { type: 'string', title: 'Dirección', description: 'Dónde' } },
    })
    assert.deepEqual(inWords('of_later', config, known), config)
  })
})
