import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRefresh } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { actions } from '#/pages/actions.ts'
import { screens } from '#/pages/index.ts'
import { Icon } from '#/ui/icons.tsx'
import { Store, useStore } from '#/ui/store.ts'
import { announce, toastError } from '#/ui/toasts.ts'
import { commandsFor, keyOf } from './commands.ts'
import { palette } from './panes.ts'
import { pasted } from './pasted.ts'
import type { SearchResult } from '@mandate/sdk'
import type { Command } from './commands.ts'
import styles from './palette.module.css'

const close = (): void => palette.set(false)
const PAUSE_MS = 150
const SHORTEST = 2
const LONGEST = 200
/** Keys and secrets of this server: whoever pastes one in haste sends it nowhere. */
const SECRET = /^mandate_/i
const nothing: SearchResult['matches'] = []

/** What was opened from the palette, as long as the page lasts: it names people, so it is kept nowhere. */
const recent = new Store<readonly Command[]>([])

/** Goes anywhere by typing a few letters of it, or by pasting an id, an address, a token or the code of a device. */
export default function Palette(): ReactNode {
  const router = useRouter()
  const may = useMay()
  const locale = useLocale()
  const id = useId()
  const { title, hint, none, searching, found } = useWords(texts)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { matches, isSearching } = useFound(typed)
  const refresh = useRefresh()
  const known = {
    screens: screens.filter(({ scope }) => scope === undefined || may(scope)),
    actions: actions.filter(({ scope }) => may(scope)),
    found: matches,
    recent: useStore(recent),
  }
  const commands = commandsFor(typed, known, locale)
  const current = Math.min(at, commands.length - 1)
  const count = commands.length
  useEffect(() => {
    if (!isSearching) announce(found(count))
  }, [count, found, isSearching])
  const run = (index: number): void => {
    const command = commands[index]
    if (!command) return
    close()
    recent.set(
      [command, ...recent.get().filter(({ to, label }) => to !== command.to || label !== command.label)].slice(0, 6),
    )
    if (command.run) void start(command.run)
    else void router.navigate(placeOf(command.to ?? '/') as never)
  }
  const start = async (load: NonNullable<Command['run']>): Promise<void> => {
    try {
      const work = await load()
      await refresh(...(await work(locale)))
    } catch (error) {
      toastError(error)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setAt((current + step + count) % count)
    }
    if (event.key === 'Enter') run(current)
  }
  return (
    <ModalOverlay className={styles['overlay'] ?? ''} isOpen onOpenChange={close} isDismissable>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label={title}>
          <div className={styles['box']}>
            <Icon name="search" />
            <input
              role="combobox"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={count > 0 ? `${id}-${current}` : undefined}
              aria-label={title}
              placeholder={hint}
              autoFocus
              spellCheck={false}
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setAt(0)
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className={styles['list']} role="listbox" id={`${id}-list`} aria-label={title}>
            {commands.map((command, index) => (
              <div
                key={keyOf(command)}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === current}
                className={styles['option']}
                ref={(element) => {
                  if (index === current) element?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerMove={() => setAt(index)}
                onClick={() => run(index)}
              >
                <Icon name={command.icon} />
                <span>
                  <bdi>{command.label}</bdi>
                </span>
                {command.cli === undefined ? (
                  <small>
                    <bdi>{command.detail}</bdi>
                  </small>
                ) : (
                  <code>{command.cli}</code>
                )}
              </div>
            ))}
          </div>
          {count === 0 && <p className={styles['none']}>{isSearching ? searching : none}</p>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** An address in its two parts, as the router takes it. */
function placeOf(address: string): { readonly to: string; readonly search: Readonly<Record<string, string>> } {
  const [to = '/', query = ''] = address.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}

/** What the server finds by a text, once somebody pauses; what they typed before is no longer asked for. A token never leaves the page. */
function useFound(typed: string): { readonly matches: SearchResult['matches']; readonly isSearching: boolean } {
  const text = typed.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked =
    asked.length >= SHORTEST && asked.length <= LONGEST && !SECRET.test(asked) && pasted(asked)?.kind !== 'token'
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => mandate.search.find({ q: asked }, { signal }),
    enabled: isAsked,
    retry: false,
  })
  return {
    matches: isAsked && asked === text ? (data?.matches ?? nothing) : nothing,
    isSearching: isFetching || (asked !== text && text.length >= SHORTEST),
  }
}

const texts = words({
  en: {
    title: 'Go to',
    hint: 'A name, an action, an id, an address, a token, a code …',
    none: 'Nothing here is called that.',
    searching: 'Searching …',
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
  es: {
    title: 'Ir a',
    hint: 'Un nombre, una acción, un identificador, una dirección, un token, un código …',
    none: 'Aquí nada se llama así.',
    searching: 'Buscando …',
    found: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  },
})
