import { readFileSync } from 'node:fs'
import { keyScopes } from '#/composition/catalogue.ts'
import { stepCatalogueView } from '#/modules/flows/index.ts'
import { SettingsSchema } from '#/modules/system/index.ts'

const HEAD = '// Made from the code by `npm run generate`; changes here are lost.\n'

const written = (value: unknown): string => JSON.stringify(value, null, 2)

/** A source that stands by itself, for a room that imports nothing of the server. */
const copied = (source: string) => (): string =>
  HEAD + readFileSync(new URL(`../src/${source}`, import.meta.url), 'utf8')

/**
 * What the dashboard knows of the server beside its operations: the scopes of keys, what each setting is, what flows are made of, for
 * which it has words, and how colours and fonts of the hosted pages come about, which it previews.
 */
export const dashboardFiles: Readonly<Record<string, () => string>> = {
  'dashboard/src/generated/colour.ts': copied('ui/css/colour.ts'),
  'dashboard/src/generated/flow-steps.ts': () =>
    `${HEAD}import type { FlowsStepsGetResult } from '@mandate/sdk'\n\n/** Every step and condition of flows, as this version of the server lists them. */\nexport const flowSteps: FlowsStepsGetResult = ${written(stepCatalogueView())}\n`,
  'dashboard/src/generated/fonts.ts': copied('ui/css/fonts.ts'),
  'dashboard/src/generated/key-scopes.ts': () =>
    `${HEAD}\n/** Every scope that a route asks of an API key. */\nexport const keyScopes: readonly string[] = ${written([...keyScopes].toSorted())}\n`,
  'dashboard/src/generated/settings-schema.ts': () =>
    `${HEAD}import type { JsonSchema } from '#/ui/form/schema.ts'\n\n/** Every runtime setting: its type, its default and a sentence. */\nexport const settingsSchema: JsonSchema = ${written(SettingsSchema)}\n`,
}
