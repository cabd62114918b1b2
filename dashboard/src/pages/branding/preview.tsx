import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Branding, BrandPalette, DesignTokens } from '@mandate/sdk'
import { serverUrl } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { FieldRow, SelectField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { Card } from '#/ui/layout.tsx'
import { fixed, measures } from './built-in.ts'
import { stackOf } from '#/generated/fonts.ts'
import { ViewFields, firstView } from './page-frame.tsx'
import { previewWords } from './preview-words.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { Mode } from './built-in.ts'
import type { View } from './page-frame.tsx'
import type { Font } from '#/generated/fonts.ts'

/** What a page is drawn from, perhaps not saved yet. */
interface Look {
  readonly name: string
  readonly palettes: Readonly<Record<Mode, BrandPalette>>
  readonly fonts: { readonly body: Font; readonly heading: Font }
  readonly tokens: DesignTokens
  readonly logo: Branding['logo']
  readonly links: Readonly<Record<'support' | 'terms' | 'privacy', boolean>>
}

const pages = {
  signIn: '/login?prompt=login',
  signUp: '/signup',
  forgot: '/forgot',
  consent: undefined,
  error: undefined,
} as const
type PageName = keyof typeof pages

/**
 * A page as it would look. The hosted pages let nobody frame them, since a frame around a form for passwords is how clicks are stolen;
 * so it is drawn here with the same colours and measures, and a link opens the real one.
 */
export function Preview({ look }: { readonly look: Look }): ReactNode {
  const w = useWords(previewWords)
  const { preview, page: pageLabel } = useWords(brandingWords)
  const [page, setPage] = useState<PageName>('signIn')
  const [view, setView] = useState(firstView)
  const address = pages[page]
  return (
    <Card
      title={preview}
      actions={
        address !== undefined && (
          <a href={serverUrl() + address} target="_blank" rel="noreferrer">
            {w.openReal}
          </a>
        )
      }
    >
      <FieldRow>
        <SelectField name="page" label={pageLabel} value={page} onChange={setPage} options={optionsOf(w.pageNames)} />
        <ViewFields view={view} onChange={setView} />
      </FieldRow>
      <Drawing look={look} page={page} view={view} />
      <p className={styles['fine']}>{w.previewHint}</p>
    </Card>
  )
}

interface DrawingProps {
  readonly look: Look
  readonly page: PageName
  readonly view: View
}

function Drawing({ look, page, view: { scheme, width } }: DrawingProps): ReactNode {
  const w = useWords(previewWords)
  const says = w.says[page]
  const { name, logo, links } = look
  const shownLinks = (['support', 'terms', 'privacy'] as const).filter((link) => links[link])
  return (
    <div
      className={cx(styles['drawing'], width === 'phone' && styles['phone'])}
      style={variablesOf(look, scheme)}
      role="img"
      aria-label={w.drawingOf(w.pageNames[page])}
    >
      {logo ? (
        <img className={styles['logo']} src={logo.url} alt="" />
      ) : (
        <span className={styles['wordmark']}>{name}</span>
      )}
      <div className={styles['paper']}>
        <strong className={styles['title']}>{says.title}</strong>
        <span className={styles['lede']}>{says.lede(name)}</span>
        {says.problem !== '' && <span className={styles['problem']}>{says.problem}</span>}
        {[says.first, says.second].map(
          (label) =>
            label !== '' && (
              <span key={label} className={styles['input']}>
                <span>{label}</span>
                <span className={styles['box']} />
              </span>
            ),
        )}
        {says.button !== '' && <span className={styles['button']}>{says.button}</span>}
        {says.other !== '' && <span className={styles['plain']}>{says.other}</span>}
        {says.link !== '' && <span className={styles['link']}>{says.link}</span>}
      </div>
      {shownLinks.length > 0 && (
        <span className={styles['foot']}>
          {shownLinks.map((link) => (
            <span key={link}>{w.footLinks[link]}</span>
          ))}
        </span>
      )}
    </div>
  )
}

/** The variables of the kit, with the values that the pages would have: what is drawn below takes them. */
function variablesOf({ palettes, fonts, tokens }: Look, mode: Mode): CSSProperties {
  const palette = palettes[mode]
  const plate = mode === 'dark' && (tokens.logo_plate ?? measures.logo_plate) === 'light'
  const hasShadow = mode === 'light' && (tokens.shadow ?? measures.shadow) === 'soft'
  return {
    '--bg': palette.background,
    '--panel': palette.surface,
    '--line': palette.line,
    '--border': palette.border,
    '--text': palette.text,
    '--muted': palette.muted,
    '--accent': palette.accent,
    '--accent-strong': palette.accent_hover,
    '--on-accent': palette.on_accent,
    '--bad': fixed[mode].bad,
    '--radius': `${tokens.radius_px ?? measures.radius_px}px`,
    '--logo': `${tokens.logo_height_px ?? measures.logo_height_px}px`,
    '--plate': plate ? '#ffffff' : 'transparent',
    '--cast': hasShadow ? '0 1px 2px rgb(20 26 36/5%), 0 14px 36px -14px rgb(20 26 36/14%)' : 'none',
    '--font': stackOf(fonts.body),
    '--heading': stackOf(fonts.heading),
  } as CSSProperties
}
