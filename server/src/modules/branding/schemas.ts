import { Type } from 'typebox'
import { fonts } from '#/ui/css/fonts.ts'
import { TextsSchema } from './texts.ts'
import { clearable, ColourSchema, DesignTokensSchema } from './tokens.ts'
import type { TSchema } from 'typebox'

const orNull = <S extends TSchema>(schema: S, options = {}) => Type.Union([schema, Type.Null()], options)

const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  // No space around it. What can't be seen is refused with a message of its own.
  pattern: String.raw`^\S([\s\S]*\S)?$`,
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
    texts: TextsSchema,
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
    texts: clearable(TextsSchema),
  },
  { $id: 'BrandingPatch' },
)

/** The same for the draft, as one document. */
export const BrandingDraftPatch = Type.Object(
  {
    ...BrandingPatch.properties,
    design_tokens: clearable(DesignTokensSchema),
    logo: Type.Optional(Type.Null({ description: 'Takes the logo away; POST …/draft/logo sets one.' })),
  },
  { $id: 'BrandingDraftPatch' },
)

const ChangesSchema = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
  description: 'By setting; null is what is built in. A logo is told by its name.',
})

const ProblemSchema = Type.Object(
  {
    theme: Type.Enum(['light', 'dark']),
    pair: Type.String({ description: 'Two colours that meet, such as link_on_card.' }),
    setting: orNull(Type.String(), { description: 'The choice that should give way.' }),
    foreground: Type.String(),
    background: Type.String(),
    ratio: Type.Number(),
    needed: Type.Number(),
    nearest: orNull(Type.String(), { description: 'The nearest colour for it that passes; null when none does.' }),
  },
  { $id: 'BrandingProblem' },
)
const Problems = Type.Array(ProblemSchema, { description: 'Every pair of colours that keeps it from being published.' })

/** The draft as a whole, or what is published where there is none. */
export const BrandingDraftSchema = Type.Object(
  {
    ...BrandingSchema.properties,
    is_draft: Type.Boolean({ description: 'false: there is no draft, and this is what is published.' }),
    etag: orNull(Type.String(), { description: 'Stands for the content of the draft; null when there is none.' }),
    published_version: Type.Integer({ description: 'The version people see.' }),
    updated_by: orNull(Type.String(), { description: 'Who changed the draft last.' }),
    changes: ChangesSchema,
    problems: Problems,
  },
  { $id: 'BrandingDraft' },
)

const publishedVersion = Type.Integer({
  minimum: 1,
  description: 'The published_version that the caller saw; with another one now, nothing changes.',
})

const DraftEtag = Type.String({ maxLength: 100, description: 'That of the draft that the caller saw.' })

export const PublishDraftSchema = Type.Object({ published_version: publishedVersion, etag: DraftEtag })
export const DeleteDraftQuery = Type.Object({ etag: Type.Optional(DraftEtag) })

export const RestoreVersionSchema = Type.Object({
  published_version: publishedVersion,
  keep_as_draft: Type.Optional(
    Type.Boolean({ description: 'Makes what was published until now the draft, unless there is one.' }),
  ),
})

export const VersionParams = Type.Object({ version: Type.String({ description: 'Its number.' }) })

const version = {
  version: Type.Integer(),
  changes: ChangesSchema,
  restored_from: orNull(Type.Integer(), { description: 'The earlier version that it is again.' }),
  logo_removed: Type.Boolean({ description: 'Its logo was removed since: restored, it has the name in its place.' }),
  created_by: orNull(Type.String(), { description: 'null: it was there before versions were kept.' }),
  created_at: Type.String(),
}

/** What was published, in a list. */
export const BrandingVersionSchema = Type.Object(version, { $id: 'BrandingVersion' })

/** What was published, as a whole. */
export const BrandingVersionDetailSchema = Type.Object(
  {
    ...version,
    branding: BrandingSchema,
    restoring_changes: ChangesSchema,
    problems: Problems,
  },
  { $id: 'BrandingVersionDetail' },
)
