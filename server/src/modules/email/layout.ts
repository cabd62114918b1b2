import { html } from '#/ui/index.ts'
import { mailColours } from '#/modules/branding/index.ts'
import { darkStyles } from './styles.ts'
import type { Html } from '#/ui/index.ts'
import type { EmailBrand } from './brand.ts'
import type { Locale } from './template-kinds.ts'

interface Layout {
  readonly title: string
  /** Shown beside the subject in a list of messages. */
  readonly preview: string
  readonly footer: string
  readonly issuer: string
  readonly locale: Locale
  readonly brand: EmailBrand
}

const { light } = mailColours
const card = ({ font, radiusPx }: EmailBrand): string =>
  `padding:32px;background:${light.panel};border:1px solid ${light.line};border-radius:${radiusPx}px;` +
  `font:400 15px/24px ${font};color:${light.text}`
const foot = ({ font }: EmailBrand): string =>
  `padding:20px 4px 0;text-align:center;font:400 12px/18px ${font};color:${light.muted}`

/** The document around the card of a message, up to where the card's content begins, and from where it ends. */
export const layout = (it: Layout): readonly [before: Html, after: Html] => [
  html`<!doctype html>
    <html lang="${it.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${it.title}</title>
        <style>
          :root { color-scheme: light dark; supported-color-schemes: light dark; }
          ${darkStyles(it.brand)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:${light.bg};-webkit-text-size-adjust:100%">
        <div style="display:none;max-height:0;overflow:hidden">${it.preview}</div>
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:${light.bg}"
        >
          <tr>
            <td align="center" style="padding:32px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:480px;text-align:left"
              >
                <tr>
                  <td align="center" style="padding:0 4px 24px;text-align:center">${head(it.brand)}</td>
                </tr>
                <tr>
                  <td class="card" style="${card(it.brand)}">
     `,
  html`
</td></tr>
<tr><td class="foot" style="${foot(it.brand)}">${it.footer}<br>${new URL(it.issuer).host}</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`,
]

const head = ({ logoUrl, productName, font }: EmailBrand): Html =>
  logoUrl === null
    ? html`<span class="name" style="font:600 16px/24px ${font};letter-spacing:-0.01em;color:${light.text}"
        >${productName}</span
      >`
    : html`<img
        src="${logoUrl}"
        alt="${productName}"
        class="logo"
        height="32"
        style="height:32px;width:auto;border:0"
      />`
