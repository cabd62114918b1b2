// Inter comes with the server (inter.ts), the others with devices: a page of ours loads nothing from elsewhere.
// Names of several words stand without quotes, which CSS allows and an attribute of a mail needs.
const stacks = {
  inter: 'Inter, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  system: 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  grotesque: 'Inter, Roboto, Helvetica Neue, Arial Nova, Nimbus Sans, Arial, sans-serif',
  humanist: 'Seravek, Gill Sans Nova, Ubuntu, Calibri, DejaVu Sans, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, URW Gothic, sans-serif',
  rounded: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Comfortaa, Arial Rounded MT Bold, Calibri, sans-serif',
  serif: 'Charter, Bitstream Charter, Sitka Text, Cambria, Georgia, serif',
  old_style: 'Iowan Old Style, Palatino Linotype, URW Palladio L, Palatino, serif',
  monospace: 'ui-monospace, SFMono-Regular, Cascadia Code, Menlo, Consolas, Liberation Mono, monospace',
} as const

/** A family of fonts by what it looks like; each device shows the first of it that there is. */
export type Font = keyof typeof stacks

export const fonts = Object.keys(stacks) as Font[]

/** What a style sheet names: the fonts to try in order. */
export const stackOf = (font: Font): string => stacks[font]
