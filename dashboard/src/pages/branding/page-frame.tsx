import type { ReactNode } from 'react'
import { base } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { SelectField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { brandingWords } from './words.ts'
import type { Mode } from './built-in.ts'
import styles from './branding.module.css'

/** How a page is looked at. */
export interface View {
  readonly scheme: Mode
  readonly width: 'desktop' | 'phone'
}

/** How a page is looked at first. */
export const firstView: View = { scheme: 'light', width: 'desktop' }

interface ViewFieldsProps {
  readonly view: View
  readonly onChange: (view: View) => void
}

/** Chooses how a page is looked at. */
export function ViewFields({ view, onChange }: ViewFieldsProps): ReactNode {
  const w = useWords(brandingWords)
  const { scheme, width } = view
  return (
    <>
      <SelectField
        name="mode"
        label={w.scheme}
        value={scheme}
        onChange={(chosen) => onChange({ ...view, scheme: chosen })}
        options={optionsOf(w.schemes)}
      />
      <SelectField
        name="width"
        label={w.width}
        value={width}
        onChange={(chosen) => onChange({ ...view, width: chosen })}
        options={optionsOf(w.widths)}
      />
    </>
  )
}

/** Where the server draws a page. */
export const drawnAt = (page: string, query: Readonly<Record<string, string>>): string =>
  `${base}/api/v1/admin/branding/preview/${page}?${new URLSearchParams(query)}`

interface PageFrameProps {
  readonly address: string
  /** Stands for what is drawn there: another one loads the page again. */
  readonly look?: string
  readonly title: string
  readonly width: View['width']
}

/** A hosted page as the server draws it, in a frame that may do nothing. */
export const PageFrame = ({ address, look = '', title, width }: PageFrameProps): ReactNode => (
  <div className={width === 'phone' ? styles['phone'] : undefined}>
    {/* A frame that changes its address would be a step of the browser's history; one that is new is none. */}
    <iframe
      key={`${look} ${address}`}
      className={styles['frame']}
      title={title}
      sandbox="allow-same-origin"
      src={address}
    />
  </div>
)
