import { cloneElement, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { itemFor, placeOf } from './menus.ts'
import type { IconName } from './icons.tsx'
import styles from './menu.module.css'

/** What can be chosen from a menu. */
export interface MenuAction {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly isDangerous?: boolean
  readonly run: () => void
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  /** What stands above them. */
  readonly head?: string
  /** What is not given here is not for whoever looks. */
  readonly actions: readonly (MenuAction | false | undefined)[]
}

/** Things to do, behind a button. */
export function Menu({ trigger, label, head, actions }: MenuProps): ReactNode {
  const shown = actions.filter((action) => action !== false && action !== undefined)
  return shown.length === 0 ? null : (
    <MenuButton trigger={trigger} label={label} head={head} side="end">
      {(close) =>
        shown.map(({ id, label: name, icon, isDangerous = false, run }) => (
          <Item
            key={id}
            className={isDangerous && styles['danger']}
            onChoose={() => {
              close()
              run()
            }}
          >
            {icon && <Icon name={icon} />}
            {name}
          </Item>
        ))
      }
    </MenuButton>
  )
}

interface ChoiceMenuProps {
  readonly trigger: ReactElement
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** What is chosen: one, or one of each of several kinds. */
  readonly value: string | readonly string[]
  readonly onChange: (value: string) => void
}

/** One of a few, behind a button that says which. One of each of several kinds leaves it open for another choice. */
export const ChoiceMenu = ({ trigger, label, options, value, onChange }: ChoiceMenuProps): ReactNode => (
  <MenuButton trigger={trigger} label={label} side="start">
    {(close) =>
      options.map((option) => {
        const isChosen = [value].flat().includes(option.value)
        return (
          <Item
            key={option.value}
            isChosen={isChosen}
            onChoose={() => {
              if (typeof value === 'string') close()
              onChange(option.value)
            }}
          >
            <span className={styles['check']}>{isChosen && <Icon name="check" />}</span>
            {option.label}
          </Item>
        )
      })
    }
  </MenuButton>
)

/** Where the focus begins in a menu: at what is chosen, or else at an end; a pointer has no need of one. */
type Start = 'first' | 'last' | 'pointer'

interface MenuButtonProps {
  readonly trigger: ReactElement
  readonly label: string
  readonly head?: string | undefined
  readonly side: 'start' | 'end'
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button with a menu (ARIA Authoring Practices, Menu Button). Its items are made when it opens: few and plain elements in the top layer,
 * so that it is there at once, whatever stands on the page.
 */
function MenuButton({ trigger, children, ...about }: MenuButtonProps): ReactNode {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [start, open] = useState<Start>()
  const close = (): void => {
    button.current?.focus({ preventScroll: true })
    open(undefined)
  }
  return (
    <>
      {cloneElement(trigger as ReactElement<Record<string, unknown>>, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': start !== undefined,
        'aria-controls': start && id,
        // The focus is in the menu by then.
        preventFocusOnPress: true,
        // A mouse opens it on its way down. A finger might still begin to scroll.
        onPressStart: ({ pointerType }: Press) => pointerType === 'mouse' && open('pointer'),
        onPress: ({ pointerType }: Press) => pointerType !== 'mouse' && open(startOf[pointerType]),
        onKeyDown: (event: ButtonKey) => {
          const end = ({ ArrowDown: 'first', ArrowUp: 'last' } as const)[event.key]
          if (end) open(end)
          else event.continuePropagation()
        },
      })}
      {start && (
        <Layer {...about} {...{ id, button, start, close }}>
          {children(close)}
        </Layer>
      )}
    </>
  )
}

interface Press {
  readonly pointerType: 'mouse' | 'pen' | 'touch' | 'keyboard' | 'virtual'
}

const startOf = { pen: 'pointer', touch: 'pointer', keyboard: 'first', virtual: 'first' } as const

interface ButtonKey {
  readonly key: string
  readonly continuePropagation: () => void
}

interface LayerProps extends Omit<MenuButtonProps, 'trigger' | 'children'> {
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly start: Start
  readonly close: () => void
  readonly children: ReactNode
}

/** Lies over the page while a menu is open: a click beside the menu closes it and does nothing else. */
function Layer({ id, label, head, side, button, start, close, children }: LayerProps): ReactNode {
  const layer = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const items = (): HTMLElement[] => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const place = useEffectEvent(() => {
    if (box.current && button.current) Object.assign(box.current.style, placeOf(box.current, button.current, side))
  })
  const begin = useEffectEvent(() => {
    const chosen = items().find(({ ariaChecked }) => ariaChecked === 'true')
    const end = { first: items()[0], last: items().at(-1), pointer: menu.current }[start]
    ;(chosen ?? end)?.focus()
  })
  useLayoutEffect(() => {
    const shown = layer.current
    shown?.showPopover()
    place()
    begin()
    // It stays at its button, also where a scroll that began before goes on.
    const listener = (): void => place()
    addEventListener('scroll', listener)
    addEventListener('resize', listener)
    return () => {
      shown?.hidePopover()
      removeEventListener('scroll', listener)
      removeEventListener('resize', listener)
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // What stands around the button has keys of its own.
    event.stopPropagation()
    // Tab goes on from the button.
    if (event.key === 'Escape' || event.key === 'Tab') close()
    const next = itemFor(event.key, items(), document.activeElement, typed.current)
    if (next) event.preventDefault()
    next?.focus()
  }
  return (
    <div
      ref={layer}
      popover="manual"
      className={styles['layer']}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div ref={box} className={styles['box']}>
        {head !== undefined && <p className={styles['head']}>{head}</p>}
        <div ref={menu} className={styles['menu']} id={id} role="menu" aria-label={label} tabIndex={-1}>
          {children}
        </div>
      </div>
    </div>
  )
}

interface ItemProps {
  /** Undefined of what is done, and not chosen. */
  readonly isChosen?: boolean
  readonly className?: string | false | undefined
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Item({ isChosen, className, onChoose, children }: ItemProps): ReactNode {
  const isPressed = useRef(false)
  return (
    <button
      type="button"
      tabIndex={-1}
      role={isChosen === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChosen}
      className={cx(styles['item'], className)}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onPointerDown={() => {
        isPressed.current = true
      }}
      // A mouse that went down on the button of the menu may go up here.
      onPointerUp={({ pointerType }) => {
        if (!isPressed.current && pointerType === 'mouse') onChoose()
        isPressed.current = false
      }}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
