/** What the place that a sign-in leads to says about it, a path of ours. */
interface Destination {
  /** The authorization request that waits for it. */
  readonly requestId: string | null
  /** Whether somebody is on the way to the dashboard, and asked there to get in although a flow keeps them out. */
  readonly recovery: boolean
}

/** Reads where a sign-in leads. */
export function destinationOf(path: string): Destination {
  const url = URL.parse(path, 'http://here.invalid')
  if (url?.hostname !== 'here.invalid') return { requestId: null, recovery: false }
  const { pathname, searchParams } = url
  const isDashboard = pathname === '/admin' || pathname.startsWith('/admin/')
  return {
    requestId: pathname === '/oauth/authorize' ? searchParams.get('request') : null,
    recovery: isDashboard && searchParams.has('recovery'),
  }
}
