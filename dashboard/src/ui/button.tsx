import { Link } from '@tanstack/react-router'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
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
    <AriaButton {...rest} isPending={isRunning} className={classes(kind, size, children === undefined)}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

interface ButtonLinkProps extends Look {
  readonly to: string
}

/** What looks like a button and leads to another screen. */
export const ButtonLink = ({ to, kind = 'plain', size = 'normal', icon, children }: ButtonLinkProps): ReactNode => (
  <Link to={to} className={classes(kind, size, children === undefined)}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
)
