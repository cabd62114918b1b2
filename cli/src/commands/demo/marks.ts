/** What everything of the demo is known by: addresses nobody has (RFC 2606), and names that begin alike. */
export const DEMO_DOMAIN = 'demo.mandate.example'
export const DEMO_PREFIX = 'demo-'
export const DEMO_ORGANIZATION = 'demo-harbour'

/** Members of a person or an organization that say the same. */
export const DEMO_METADATA = { demo: true }

export type Item = Readonly<Record<string, unknown>>

/** Says what is being done, to people who watch. */
export type Progress = (text: string) => void
