import { createElement, useEffect } from 'react'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import type { AuthorizationParameters } from '#/oauth/index.ts'
import { useSession } from './provider.ts'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>

interface SignInButtonProps extends ButtonProps {
  /** Adds to the request of the provider, such as `prompt` or `login_hint`. */
  readonly parameters?: Partial<AuthorizationParameters> | undefined
}

/** A button that sends the person to sign in. It takes whatever a button takes, and looks as your own. */
export function SignInButton({ parameters, onClick, children = 'Sign in', ...props }: SignInButtonProps): ReactNode {
  const { status, signIn } = useSession()
  return actionButton({ ...props, disabled: props.disabled ?? status === 'loading', children, onClick }, () =>
    signIn(parameters),
  )
}

interface SignOutButtonProps extends ButtonProps {
  /** Where the server sends the person afterwards; it has to know the address. */
  readonly postLogoutRedirectUri?: string | undefined
}

/** A button that signs the person out, here and at the server. */
export function SignOutButton(props: SignOutButtonProps): ReactNode {
  const { postLogoutRedirectUri, onClick, children = 'Sign out', ...rest } = props
  const { signOut } = useSession()
  return actionButton({ ...rest, children, onClick }, () => signOut(postLogoutRedirectUri))
}

function actionButton(props: ButtonProps, act: () => Promise<void>): ReactNode {
  const { onClick } = props
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    onClick?.(event)
    if (!event.defaultPrevented) void act()
  }
  return createElement('button', { type: 'button', ...props, onClick: click })
}

interface GuardedProps {
  /** What the person must have allowed, too. */
  readonly scope?: string | undefined
  /** While it isn't known who is there. */
  readonly loading?: ReactNode
  /** For those who may not see it; left out, they are sent to sign in. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}

/**
 * Shows its children to people who are signed in. It is there for them, not against them: what a script hides, a script
 * shows, so the API behind the page checks each token itself.
 */
export function Guarded({ scope, loading = null, fallback, children }: GuardedProps): ReactNode {
  const session = useSession()
  const { status, signIn } = session
  const error = 'error' in session ? session.error : undefined
  const allowed = session.status === 'signed_in' && hasScope(session.scope, scope)
  // Whoever came back with an error would be sent there and back for ever.
  const leaves = status === 'signed_out' && fallback === undefined && error === undefined
  useEffect(() => {
    if (leaves) void signIn(scope === undefined ? {} : { scope })
  }, [leaves])
  if (allowed) return children
  return status === 'loading' || leaves ? loading : (fallback ?? null)
}

const hasScope = (granted: string, wanted = ''): boolean => {
  const scopes = new Set(granted.split(' '))
  return wanted.split(' ').every((scope) => scope === '' || scopes.has(scope))
}
