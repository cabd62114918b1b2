import type { ReactNode } from 'react'
import type { BrandingDraft } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Facts } from '#/ui/layout.tsx'
import { historyWords } from './history-words.ts'

/** What differs between two looks, by setting. */
export type Changes = BrandingDraft['changes']

/** Each setting with what it was and what it becomes. */
export function ChangeList({ changes }: { readonly changes: Changes }): ReactNode {
  const { builtIn } = useWords(historyWords)
  const shown = (value: unknown): string => (value === null || value === undefined ? builtIn : String(value))
  return (
    <Facts
      facts={Object.entries(changes).map(([setting, { from, to }]) => [
        setting,
        <span key={setting}>
          <bdi>{shown(from)}</bdi> → <bdi>{shown(to)}</bdi>
        </span>,
      ])}
    />
  )
}
