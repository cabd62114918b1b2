import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { CodeBlock, Command } from '#/ui/copy.tsx'
import { Card, Stack } from '#/ui/layout.tsx'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import { appWords } from './words.ts'

/** Code that works with this application as it is registered, in each language. */
export function Snippets({ app: { id } }: { readonly app: App }): ReactNode {
  const w = useWords(appWords)
  const query = useQuery({
    queryKey: ['apps', 'snippets', id],
    queryFn: async ({ signal }) => {
      const found = await mandate.apps.getSnippet(id, {}, { signal })
      return typeof found === 'string' ? [] : found.snippets
    },
  })
  return (
    <Loaded query={query}>
      {(snippets) =>
        snippets.length === 0 ? (
          <EmptyState title={w.code}>{w.noSnippet}</EmptyState>
        ) : (
          <Stack>
            {snippets.map((snippet) => (
              <Card key={`${snippet.language} ${snippet.use}`} title={`${snippet.title} (${snippet.language})`}>
                {snippet.install !== null && <Command>{snippet.install}</Command>}
                <p>{w.file(snippet.file)}</p>
                <CodeBlock label={`${snippet.file}: ${snippet.language}`}>{snippet.code}</CodeBlock>
              </Card>
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}
