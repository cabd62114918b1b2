import { useRouter } from '@tanstack/react-router'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { screens } from '#/pages/index.ts'
import { Icon } from '#/ui/icons.tsx'
import { announce } from '#/ui/toasts.ts'
import { commandsFor } from './commands.ts'
import { palette } from './panes.ts'
import styles from './palette.module.css'

const close = (): void => palette.set(false)

/** Goes anywhere by typing a few letters of it, or by pasting an id, an address, a token or the code of a device. */
export default function Palette(): ReactNode {
  const router = useRouter()
  const may = useMay()
  const locale = useLocale()
  const id = useId()
  const { title, hint, none, found } = useWords(texts)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const allowed = screens.filter(({ scope }) => scope === undefined || may(scope))
  const commands = commandsFor(typed, allowed, locale)
  const current = Math.min(at, commands.length - 1)
  const count = commands.length
  useEffect(() => announce(found(count)), [count, found])
  const run = (index: number): void => {
    const command = commands[index]
    if (!command) return
    close()
    void router.navigate({ to: command.to, search: command.search ?? {} } as never)
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
            {commands.map(({ label, detail, icon }, index) => (
              <div
                key={`${label}${detail}`}
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
                <Icon name={icon} />
                <span>{label}</span>
                <small>{detail}</small>
              </div>
            ))}
          </div>
          {count === 0 && <p className={styles['none']}>{none}</p>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const texts = words({
  en: {
    title: 'Go to',
    hint: 'A screen, an id, an address, a token, a code …',
    none: 'Nothing here is called that.',
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
  es: {
    title: 'Ir a',
    hint: 'Una pantalla, un identificador, una dirección, un token, un código …',
    none: 'Aquí nada se llama así.',
    found: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  },
})
