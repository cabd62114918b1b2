import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IconName } from '#/ui/icons.tsx'
import type { Locale } from '#/i18n/words.ts'
import type { Search } from '#/ui/search-params.ts'

/** The groups of the navigation, in their order; what stands in none comes first. */
export const groups = ['people', 'agents', 'apps', 'signIn', 'activity', 'platform'] as const
export type Group = (typeof groups)[number]

/** A text in each language. */
export type Label = Readonly<Record<Locale, string>>

/** A page at an address. Its file is loaded when it is opened, or when somebody is about to. */
export interface PageRoute {
  /** Below `/admin`; `$id` stands for a part that the page reads with `useParam('id')`. */
  readonly path: string
  /** The scope without which it is not shown, where it takes another one than its screen. */
  readonly scope?: string
  readonly load: () => Promise<PageFile>
}

/** What the file of a page exports. */
export interface PageFile {
  readonly default: () => ReactNode
  /** Begins to read what the page shows, before it is made; resolves once what it shows first is here. */
  readonly ahead?: (reading: Ahead) => Promise<unknown>
}

/** What a page may read with before it is there. */
export interface Ahead {
  readonly client: QueryClient
  readonly may: (scope: string) => boolean
  readonly search: Search
}

/** An address of the dashboard, with its query. */
export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** Everything about one noun of the API. */
export interface Screen {
  readonly label: Label
  readonly icon: IconName
  /** Where it stands in the navigation; null for the home page. */
  readonly group: Group | null
  /** The scope without which it is not shown; undefined where everybody who comes in may see it. */
  readonly scope?: string
  /** Its pages; the first one is where the navigation leads. */
  readonly routes: readonly PageRoute[]
  /**
   * Where an id of its objects leads, by what the id begins with: `usr` for `usr_…`. The palette and links of ids use it. What has no page
   * of its own leads to that of what it belongs to, where that is known.
   */
  readonly objects?: Readonly<Record<string, (id: string, parent?: string) => string | undefined>>
  /** Where an address, the id of a token, or the code of a device leads that was pasted into the palette. */
  readonly finds?: Readonly<Partial<Record<'email' | 'token' | 'code', (value: string) => Place>>>
}

/** Declares a screen, in `pages/<noun>/routes.ts`; it appears by its line in `pages/index.ts`. */
export const screen = (definition: Screen): Screen => definition
