/** The page about everything that is connected. */
export const SERVICES = '/account/services'

/** The page about one of them. */
export const servicePath = ({ id = '' }: { readonly id?: string }): string => `${SERVICES}/${encodeURIComponent(id)}`
