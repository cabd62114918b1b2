import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
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
import { inertBehind } from './inert.ts'
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
export function Palette(): ReactNode {
  return useStore(palette) && <Opened />
}

/**
 * Lies over the page in the top layer, as menus do. What is behind it is made inert a moment later, as that is a look at all of the page;
 * until then it covers the page, and the focus stays in its one field.
 */
function Opened(): ReactNode {
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
  const layer = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pressed = useRef<EventTarget>(null)
  useLayoutEffect(() => {
    const opened = layer.current
    opened?.showPopover()
    input.current?.focus({ preventScroll: true })
    if (opened) inertBehind(opened)
    return () => opened?.hidePopover()
  }, [])
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
    // There is nowhere else to go in here, and the page behind stays where it is.
    if (['Tab', 'PageUp', 'PageDown'].includes(event.key)) event.preventDefault()
  }
  return createPortal(
    <div
      ref={layer}
      popover="auto"
      className={styles['layer']}
      role="dialog"
      aria-modal
      aria-label={title}
      onToggle={({ newState }) => newState === 'closed' && close()}
      onMouseDown={(event) => {
        pressed.current = event.target
        if (event.target !== input.current) event.preventDefault()
      }}
      // A press that began within and ends beside it was not meant for what is beside.
      onClick={({ currentTarget }) => pressed.current === currentTarget && close()}
      // A dialog below it lets the focus go here, and stays open.
      data-react-aria-top-layer
    >
      <div className={styles['box']}>
        <div className={styles['field']}>
          <Icon name="search" />
          <input
            ref={input}
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={count > 0 ? `${id}-${current}` : undefined}
            aria-label={title}
            placeholder={hint}
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
      </div>
    </div>,
    document.body,
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
