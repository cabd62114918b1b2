import { useMay } from '#/api/session.ts'

/** Whether whoever is signed in may decide where mail goes and what it says: that opens every account, so it takes all scopes. */
export function useMayWriteMail(): boolean {
  const may = useMay()
  return may('*') && may('email:write')
}
