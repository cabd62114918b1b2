import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const Changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }))

export const brandingUpdated = eventType(
  'branding.updated',
  'Name, colours, fonts, links or sentences of the hosted pages were changed.',
  Type.Object({ changes: Changes }),
)

export const designTokensUpdated = eventType(
  'branding.design_tokens_updated',
  'The fine print of the look of the hosted pages was changed.',
  Type.Object({ changes: Changes }),
)

const LogoName = Type.Union([Type.String(), Type.Null()], { description: 'The name made from its bytes.' })

export const logoChanged = eventType(
  'branding.logo_changed',
  'A logo was uploaded.',
  Type.Object({ from: LogoName, to: Type.String(), type: Type.String(), size: Type.Integer() }),
)

export const logoDeleted = eventType(
  'branding.logo_deleted',
  'The logo was removed, with those before it.',
  Type.Object({ from: LogoName }),
)

export const draftUpdated = eventType(
  'branding.draft_updated',
  'The draft of the branding was changed. What is published stayed as it was.',
  Type.Object({ changes: Changes }),
)

export const draftReverted = eventType(
  'branding.draft_reverted',
  'The draft of the branding was thrown away.',
  Type.Object({ changes: Changes }),
)

export const brandingPublished = eventType(
  'branding.published',
  'The draft of the branding was published.',
  Type.Object({ version: Type.Integer(), changes: Changes }),
)

export const versionRestored = eventType(
  'branding.version_restored',
  'An earlier version of the branding was published again.',
  Type.Object({
    version: Type.Integer(),
    restored_from: Type.Integer(),
    logo_removed: Type.Boolean({ description: 'Whether its logo was gone, so that the name stands there instead.' }),
    kept_as_draft: Type.Boolean({ description: 'Whether what was published until then is the draft now.' }),
    changes: Changes,
  }),
)

/** What this module tells. */
export const brandingEvents = [
  brandingUpdated,
  designTokensUpdated,
  logoChanged,
  logoDeleted,
  draftUpdated,
  draftReverted,
  brandingPublished,
  versionRestored,
]
