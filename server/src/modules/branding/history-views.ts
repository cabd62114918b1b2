import { toIso } from '#/platform/clock.ts'
import { problemsOf } from './contrast-requirement.ts'
import { etagOf } from './drafts.ts'
import { brandingView } from './views.ts'
import type { Static } from 'typebox'
import type { DraftState } from './drafts.ts'
import type { BrandingDraftSchema, BrandingVersionDetailSchema, BrandingVersionSchema } from './schemas.ts'
import type { ListedVersion, WholeVersion } from './versions.ts'

/** The draft, with what publishing it would change and what keeps it from being published. */
export const draftView = (state: DraftState, issuer: string): Static<typeof BrandingDraftSchema> => ({
  ...brandingView(state.brand, issuer),
  is_draft: state.draft !== undefined,
  etag: state.draft === undefined ? null : etagOf(state.brand),
  published_version: state.published.row.version,
  updated_by: state.draft?.updatedBy ?? null,
  changes: state.changes,
  problems: problemsOf(state.brand.row, state.published.row),
})

/** A version in a list. */
export const versionView = ({
  version: { version, changes, restoredFrom, createdBy, createdAt },
  isLogoRemoved,
}: ListedVersion): Static<typeof BrandingVersionSchema> => ({
  version,
  changes,
  restored_from: restoredFrom,
  logo_removed: isLogoRemoved,
  created_by: createdBy,
  created_at: toIso(createdAt),
})

/** A version with its look, what restoring it would change, and what keeps it from being restored. */
export const versionDetailView = (whole: WholeVersion, issuer: string): Static<typeof BrandingVersionDetailSchema> => ({
  ...versionView(whole),
  branding: brandingView(whole.brand, issuer),
  restoring_changes: whole.changes,
  problems: problemsOf(whole.brand.row, whole.published),
})
