import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'

export const clearable = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

export const ColourSchema = Type.String({
  pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  description: 'A colour as #rgb or #rrggbb.',
})

const ThemeTokensSchema = Type.Object({
  background: clearable(ColourSchema),
  surface: clearable(ColourSchema),
  text: clearable(ColourSchema),
  muted: clearable(ColourSchema),
  line: clearable(ColourSchema),
  border: clearable(ColourSchema),
  accent_hover: clearable(ColourSchema),
  on_accent: clearable(ColourSchema),
})

/** Everything about the pages that can be tuned besides the basics. Nothing here can hold text of its own. */
export const DesignTokensSchema = Type.Object(
  {
    light: clearable(ThemeTokensSchema),
    dark: clearable(ThemeTokensSchema),
    radius_px: clearable(Type.Integer({ minimum: 0, maximum: 20, description: 'Corners of cards, fields, buttons.' })),
    shadow: clearable(Type.Enum(['soft', 'none'], { description: 'What the card casts on light pages.' })),
    logo_height_px: clearable(Type.Integer({ minimum: 20, maximum: 64 })),
    logo_plate: clearable(
      Type.Enum(['light', 'none'], { description: 'What stands behind the logo on dark pages; light by default.' }),
    ),
  },
  { $id: 'DesignTokens' },
)

export type DesignTokens = Static<typeof DesignTokensSchema>
export type ThemeTokens = NonNullable<DesignTokens['light']>
