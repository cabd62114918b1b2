import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Page } from './page.tsx'

/** An address that no screen has. */
export function NotFound(): ReactNode {
  const { title, body, home } = useWords(texts)
  return (
    <Page title={title}>
      <EmptyState title={location.pathname} action={<ButtonLink to="/">{home}</ButtonLink>}>
        {body}
      </EmptyState>
    </Page>
  )
}

const texts = words({
  en: {
    title: 'No such screen',
    body: 'The address may be mistyped, or come from another version of the server.',
    home: 'Go to the start',
  },
  es: {
    title: 'No existe esa pantalla',
    body: 'Puede que la dirección esté mal escrita o sea de otra versión del servidor.',
    home: 'Ir al inicio',
  },
})
