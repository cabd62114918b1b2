import type { Branding } from '@mandate/sdk'

/** A family of fonts by what it looks like. */
export type Font = Branding['fonts']['body']

/** The fonts that stand for each on the pages (server/src/ui/css/fonts.ts): ours, or those that the reader's device has. */
export const stacks: Readonly<Record<Font, string>> = {
  inter: 'Inter, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  system: 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  grotesque: 'Inter, Roboto, Helvetica Neue, Arial Nova, Nimbus Sans, Arial, sans-serif',
  humanist: 'Seravek, Gill Sans Nova, Ubuntu, Calibri, DejaVu Sans, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, URW Gothic, sans-serif',
  rounded: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Comfortaa, Arial Rounded MT Bold, Calibri, sans-serif',
  serif: 'Charter, Bitstream Charter, Sitka Text, Cambria, Georgia, serif',
  old_style: 'Iowan Old Style, Palatino Linotype, URW Palladio L, Palatino, serif',
  monospace: 'ui-monospace, SFMono-Regular, Cascadia Code, Menlo, Consolas, Liberation Mono, monospace',
}
