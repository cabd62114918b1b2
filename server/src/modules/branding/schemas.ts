import { Type } from 'typebox'
import { fonts } from '#/ui/css/fonts.ts'
import { clearable, ColourSchema, DesignTokensSchema } from './tokens.ts'
import type { TSchema } from 'typebox'

const orNull = <S extends TSchema>(schema: S, options = {}) => Type.Union([schema, Type.Null()], options)

// One line without signs that turn the direction of text around.
const NAME = String.raw`^[^\s\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069](?:[^\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]*[^\s\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069])?$`
const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: NAME,
  description: 'What people know the service as: in titles, above every page, in every message.',
})
const FontName = Type.Enum([...fonts], { description: 'Fonts that devices bring along, by what they look like.' })
const Address = Type.String({ minLength: 1, maxLength: 500, description: 'An address people can follow.' })

const LogoSchema = Type.Object({
  url: Type.String({ description: 'Where everyone can get it.' }),
  type: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  size: Type.Integer({ description: 'In bytes.' }),
  uploaded_at: Type.String(),
})

const PaletteSchema = Type.Object(
  {
    background: Type.String(),
    surface: Type.String(),
    line: Type.String(),
    border: Type.String(),
    text: Type.String(),
    muted: Type.String(),
    accent: Type.String(),
    accent_hover: Type.String(),
    on_accent: Type.String(),
  },
  { $id: 'BrandPalette' },
)

/** What an admin reads: the choices with defaults filled in, and what follows from them. */
export const BrandingSchema = Type.Object(
  {
    name: Type.String(),
    colors: Type.Object({
      accent: Type.String(),
      accent_dark: orNull(Type.String(), { description: 'null: made from accent.' }),
    }),
    fonts: Type.Object({ body: FontName, heading: FontName }),
    support_url: orNull(Type.String()),
    terms_url: orNull(Type.String()),
    privacy_url: orNull(Type.String()),
    logo: orNull(LogoSchema),
    design_tokens: DesignTokensSchema,
    palettes: Type.Object(
      { light: PaletteSchema, dark: PaletteSchema },
      { description: 'The colours pages have, whether chosen, built in, or made from others.' },
    ),
    updated_at: orNull(Type.String(), { description: 'null: nobody changed anything yet.' }),
  },
  { $id: 'Branding' },
)

/** A merge patch: null goes back to the default. */
export const BrandingPatch = Type.Object(
  {
    name: clearable(Name),
    colors: Type.Optional(Type.Object({ accent: clearable(ColourSchema), accent_dark: clearable(ColourSchema) })),
    fonts: Type.Optional(Type.Object({ body: clearable(FontName), heading: clearable(FontName) })),
    support_url: clearable(Address),
    terms_url: clearable(Address),
    privacy_url: clearable(Address),
  },
  { $id: 'BrandingPatch' },
)
