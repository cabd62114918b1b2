import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
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
    <MenuTrigger>
      {trigger}
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={4}>
        {head !== undefined && <p className={styles['head']}>{head}</p>}
        <AriaMenu className={styles['menu'] ?? ''} aria-label={label}>
          {shown.map(({ id, label: name, icon, isDangerous = false, run }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              onAction={run}
              className={cx(styles['item'], isDangerous && styles['danger'])}
            >
              {icon && <Icon name={icon} />}
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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

/** One of a few, behind a button that says which. */
export const ChoiceMenu = ({ trigger, label, options, value, onChange }: ChoiceMenuProps): ReactNode => (
  <MenuTrigger>
    {trigger}
    <Popover className={styles['popover'] ?? ''} placement="bottom start" offset={4}>
      <AriaMenu
        className={styles['menu'] ?? ''}
        aria-label={label}
        selectionMode="multiple"
        shouldCloseOnSelect={typeof value === 'string'}
        selectedKeys={[value].flat()}
        onAction={(key) => onChange(String(key))}
      >
        {options.map((option) => (
          <MenuItem key={option.value} id={option.value} textValue={option.label} className={styles['item'] ?? ''}>
            <span className={styles['check']}>{[value].flat().includes(option.value) && <Icon name="check" />}</span>
            {option.label}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)
