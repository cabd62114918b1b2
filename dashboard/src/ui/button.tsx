import { Link } from '@tanstack/react-router'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import type { Search } from './search-params.ts'
import type { IconName } from './icons.tsx'
import styles from './button.module.css'

/** What a button does to the reader: the one thing to do here, something that can't be taken back, or anything else. */
export type Kind = 'primary' | 'plain' | 'danger' | 'dangerSolid' | 'quiet'

interface Look {
  readonly kind?: Kind
  readonly icon?: IconName
  readonly size?: 'small' | 'normal'
  readonly children?: ReactNode
}

interface ButtonProps extends Look, Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /** Something is under way; the button stays where it is and does nothing. */
  readonly isRunning?: boolean
}

const classes = (kind: Kind, size: 'small' | 'normal', isIcon: boolean): string =>
  cx(styles['button'], kind !== 'plain' && styles[kind], size === 'small' && styles['small'], isIcon && styles['icon'])

/** Makes a link elsewhere look like a quiet button with an icon alone. */
export const quietButton = classes('quiet', 'normal', true)

/**
 * What a button is while something is under way: presses do nothing, as of one that is disabled, and it keeps its place, its look and the
 * focus. `isPending` of React Aria says the name of the button once more, by a picture that the button names, and that has no name as
 * soon as the button went away with its dialog.
 */
const running: Pick<AriaButtonProps, 'isDisabled' | 'render'> = {
  isDisabled: true,
  render: (props) => <button {...props} disabled={false} aria-disabled tabIndex={0} data-disabled={undefined} />,
}

/** A button. With an icon alone it needs an `aria-label`. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  children,
  isRunning = false,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <AriaButton
      {...rest}
      {...(isRunning && !rest.isDisabled && running)}
      className={classes(kind, size, children === undefined)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

interface ButtonLinkProps extends Look {
  readonly to: string
  readonly search?: Search
}

/** What looks like a button and leads to another screen. */
export const ButtonLink = ({
  to,
  search,
  kind = 'plain',
  size = 'normal',
  icon,
  children,
}: ButtonLinkProps): ReactNode => (
  <Link to={to} {...(search ? { search } : {})} className={classes(kind, size, children === undefined)}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
)
