import type { BrandPalette } from '@mandate/sdk'
import type { Colour } from '#/generated/colour.ts'

export const modes = ['light', 'dark'] as const

/** Which of the two the reader's device asks for. */
export type Mode = (typeof modes)[number]

/** The colours of pages that nobody gave a look: those of the server (server/src/ui/css/palette.ts), which a test holds equal. */
export const builtIn: Readonly<Record<Mode, BrandPalette>> = {
  light: {
    background: '#f9fafc',
    surface: '#ffffff',
    line: '#dbdee2',
    border: '#80878f',
    text: '#1a2029',
    muted: '#545b66',
    accent: '#305eb7',
    accent_hover: '#264b94',
    on_accent: '#ffffff',
  },
  dark: {
    background: '#0c1015',
    surface: '#13171e',
    line: '#292e36',
    border: '#6e7581',
    text: '#eceff3',
    muted: '#a5abb5',
    accent: '#7daafd',
    accent_hover: '#a3c4fe',
    on_accent: '#0c1015',
  },
}

/** What nobody chooses: the card of a message, and the colours of states and of who acts. */
export const fixed: Readonly<
  Record<Mode, Readonly<Record<'mail' | 'ok' | 'warn' | 'bad' | 'person' | 'agent', Colour>>>
> = {
  light: { mail: '#ffffff', ok: '#0b7643', warn: '#945a00', bad: '#be222a', person: '#215da5', agent: '#7a4aba' },
  dark: { mail: '#13171e', ok: '#66d592', warn: '#f7bc50', bad: '#fc7a79', person: '#79b6f4', agent: '#cba1fa' },
}

/** What the tokens that are no colours are, while nobody chose them. */
export const measures = { radius_px: 6, shadow: 'soft', logo_height_px: 32, logo_plate: 'light' } as const
