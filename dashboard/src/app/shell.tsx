import { Outlet, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { DialogHost } from '#/ui/dialog-host.tsx'
import { useStore } from '#/ui/store.ts'
import { ToastRegion } from '#/ui/toast-region.tsx'
import { keepFocus } from './keep-focus.ts'
import { Palette } from './palette.tsx'
import { activity, palette } from './panes.ts'
import { preferences } from './preferences.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

const Activity = lazy(() => import('./activity.tsx'))

/** What stands around every screen: navigation, the bar above, messages, dialogs. */
export function Shell(): ReactNode {
  const { sidebar, shortcuts } = useStore(preferences)
  const isActivityOpen = useStore(activity)
  const [isOpen, setOpen] = useState(false)
  const { skip, closeMenu } = useWords(texts)
  const path = useRouterState({ select: ({ location: { pathname } }) => pathname })
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette.set(!palette.get())
      }
      if (event.key === 'Escape') setOpen(false)
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key === '`' && shortcuts === 'on' && !isTyping) activity.set(!activity.get())
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shortcuts])
  useEffect(keepFocus, [])
  const mode = useMode()
  return (
    <div
      className={cx(styles['shell'], isOpen && styles['isOpen'], mode === 'dev' && styles['dev'])}
      data-sidebar={sidebar}
    >
      <a className={styles['skip']} href="#content">
        {skip}
      </a>
      <Sidebar isNarrow={sidebar === 'narrow'} />
      <button type="button" className={styles['veil']} aria-label={closeMenu} onClick={() => setOpen(false)} />
      <div className={styles['main']}>
        <TopBar mode={mode} isMenuOpen={isOpen} onMenu={() => setOpen(!isOpen)} />
        <main id="content" tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Palette />
      <Suspense>{isActivityOpen && <Activity />}</Suspense>
      <DialogHost />
      <ToastRegion />
    </div>
  )
}

/** The mode of the server, for those who may know it. */
function useMode(): string | undefined {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['mode'],
    queryFn: ({ signal }) => mandate.system.getMode({ signal }),
    enabled: may('system:read'),
    staleTime: 60_000,
  })
  return data?.mode
}

const texts = words({
  en: { skip: 'Skip to the content', closeMenu: 'Close the menu' },
  es: { skip: 'Saltar al contenido', closeMenu: 'Cerrar el menú' },
})
