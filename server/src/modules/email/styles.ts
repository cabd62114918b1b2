import { mailColours } from '#/modules/branding/index.ts'
import { ATTRIBUTES } from '#/platform/mail/markup.ts'
import type { EmailBrand } from './brand.ts'

const { light, dark } = mailColours

/** What an element of a template looks like where a mail program reads no style sheet. A class stands behind a dot. */
const inline = ({ accent, onAccent, font, radiusPx }: EmailBrand): Readonly<Record<string, string>> => ({
  h1: `margin:0 0 16px;font:600 22px/30px ${font};letter-spacing:-0.01em;color:${light.text}`,
  h2: `margin:24px 0 8px;font:600 16px/24px ${font};color:${light.text}`,
  p: `margin:0 0 16px;font:400 15px/24px ${font};color:${light.text}`,
  'p.fine': `margin:24px 0 0;font:400 13px/20px ${font};color:${light.muted}`,
  ul: 'margin:0 0 16px;padding:0 0 0 20px',
  ol: 'margin:0 0 16px;padding:0 0 0 20px',
  li: `margin:0 0 4px;font:400 15px/24px ${font};color:${light.text}`,
  a: `color:${accent};text-decoration:underline`,
  // The border is the padding: Outlook draws borders of links, but no padding.
  'a.button':
    `display:inline-block;border-style:solid;border-color:${accent};border-width:11px 20px;border-radius:${radiusPx}px;` +
    `background:${accent};font:600 15px/22px ${font};color:${onAccent};text-decoration:none`,
  hr: `margin:24px 0;border:0;border-top:1px solid ${light.line}`,
})

const ELEMENT = new RegExp(String.raw`<(h1|h2|p|ul|ol|li|a|hr)(${ATTRIBUTES})(\s*/?>)`, 'gi')

/** Gives the plain elements of a template the look of mail; one that brings its own style keeps it. */
export function withInlineStyles(html: string, brand: EmailBrand): string {
  const looks = inline(brand)
  return html.replace(ELEMENT, (tag, name: string, attributes: string, end: string) => {
    if (/\sstyle\s*=/i.test(attributes)) return tag
    const element = name.toLowerCase()
    const classes = /\sclass\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1]?.split(/\s+/) ?? []
    const ofClass = classes.map((one) => looks[`${element}.${one}`]).find((look) => look !== undefined)
    return `<${name}${attributes} style="${ofClass ?? looks[element]}"${end}`
  })
}

/** For mail programs that follow the reader's colour scheme; `!important` wins over what is written inline. */
export const darkStyles = ({ accentDark, onAccentDark }: EmailBrand): string =>
  `@media (prefers-color-scheme: dark) {
.page { background: ${dark.bg} !important; }
.card { background: ${dark.panel} !important; border-color: ${dark.line} !important; }
.card h1, .card h2, .card p, .card li, .name { color: ${dark.text} !important; }
.card p.fine, .foot { color: ${dark.muted} !important; }
.card a { color: ${accentDark} !important; }
.logo { padding: 6px 10px !important; border-radius: 6px; background: #ffffff !important; }
.card a.button { background: ${accentDark} !important; border-color: ${accentDark} !important; color: ${onAccentDark} !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`
