/** The hosted page that a session is led to which does not open the dashboard, by what the API said of it. */
const pages: Readonly<Record<string, string>> = {
  mfa_enrollment_required: '/account/second-step',
  sign_in_unfinished: '/continue',
}

/** Where to sign in, or to finish signing in, and come back from to an address of the dashboard. */
export const signInAddress = (code: string | undefined, base: string, here: string): string =>
  `${base}${pages[code ?? ''] ?? '/login'}?${new URLSearchParams({ next: here })}`

let isLeaving = false

/** Leads to sign in and back to this very place. Several requests may find out at once that nobody is signed in. */
export function leaveToSignIn(code: string | undefined): void {
  if (isLeaving) return
  isLeaving = true
  const { pathname, search } = location
  const [base = ''] = pathname.split('/admin', 1)
  // The server adds its own path to the addresses it leads to.
  location.assign(signInAddress(code, base, pathname.slice(base.length) + search))
}
