import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { draftView, versionDetailView, versionView } from './history-views.ts'
import {
  BrandingDraftPatch,
  BrandingDraftSchema,
  BrandingVersionDetailSchema,
  BrandingVersionSchema,
  DeleteDraftQuery,
  PublishDraftSchema,
  RestoreVersionSchema,
  VersionParams,
} from './schemas.ts'
import { Type } from 'typebox'

const read = { kind: 'admin', scope: 'branding:read' } as const
const write = { kind: 'admin', scope: 'branding:write' } as const

const readDraft = apiRoute({
  name: 'branding.draft.get',
  method: 'GET',
  url: '/admin/branding/draft',
  auth: read,
  summary: 'Read the draft of the look',
  description:
    'What will be published, as a whole; without a draft, what is published, with is_draft false. changes is what publishing would change, problems what keeps it from being published.',
  schema: { response: { 200: BrandingDraftSchema } },
  handler: async (_request, { branding, issuer }) => draftView(await branding.drafts.get(), issuer),
})

const updateDraft = apiRoute({
  name: 'branding.draft.update',
  method: 'PATCH',
  url: '/admin/branding/draft',
  auth: write,
  summary: 'Change the draft of the look',
  description:
    'A merge patch, which begins a draft where there is none. Nobody sees it before it is published. Colours that some people could not read are taken and told in problems. A draft that says what is published anyway is none.',
  schema: { body: BrandingDraftPatch, response: { 200: BrandingDraftSchema } },
  handler: async ({ body, principal }, { branding, issuer }) =>
    draftView(await branding.drafts.update(body, principal.actor), issuer),
})

const publishDraft = apiRoute({
  name: 'branding.draft.publish',
  method: 'POST',
  url: '/admin/branding/draft/publish',
  auth: write,
  summary: 'Publish the draft of the look',
  description:
    'Pages, consent and mail follow within a second. Refused with contrast_too_low while it has problems, and with branding_changed when the draft or what is published is not what the caller saw.',
  schema: {
    body: PublishDraftSchema,
    response: { 200: BrandingVersionDetailSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ body, principal }, { branding, issuer }) => {
    const seen = { publishedVersion: body.published_version, etag: body.etag }
    const { version } = await branding.drafts.publish(seen, principal.actor)
    return versionDetailView(await branding.versions.get(String(version)), issuer)
  },
})

const deleteDraft = apiRoute({
  name: 'branding.draft.delete',
  method: 'DELETE',
  url: '/admin/branding/draft',
  auth: write,
  summary: 'Throw the draft of the look away',
  description:
    'What is published stays as it is. With etag, it is refused with branding_changed when the draft is not what the caller saw.',
  schema: { query: DeleteDraftQuery, response: { 204: Type.Undefined(), 409: ErrorSchema } },
  handler: async ({ query, principal }, { branding }) => {
    await branding.drafts.delete(query.etag, principal.actor)
    return noContent()
  },
})

const listVersions = apiRoute({
  name: 'branding.versions.list',
  method: 'GET',
  url: '/admin/branding/versions',
  auth: read,
  summary: 'List the versions of the look',
  description: 'Newest first: each state that was published, and what it changed. The last fifty are kept.',
  schema: { query: ListQuery, response: { 200: listOf(BrandingVersionSchema) } },
  handler: async ({ query }, { branding }) => pageView(await branding.versions.list(pageRequest(query)), versionView),
})

const getVersion = apiRoute({
  name: 'branding.versions.get',
  method: 'GET',
  url: '/admin/branding/versions/:version',
  auth: read,
  summary: 'Get a version of the look',
  description: 'As a whole, with what restoring it would change.',
  schema: { params: VersionParams, response: { 200: BrandingVersionDetailSchema } },
  handler: async ({ params }, { branding, issuer }) =>
    versionDetailView(await branding.versions.get(params.version), issuer),
})

const restoreVersion = apiRoute({
  name: 'branding.versions.restore',
  method: 'POST',
  url: '/admin/branding/versions/:version/restore',
  auth: write,
  summary: 'Publish a version of the look again',
  description:
    'As a new version, at once. Where its logo was removed since, the name stands in its place, and logo_removed says so. Refused with branding_changed when what is published is not what the caller saw.',
  schema: {
    params: VersionParams,
    body: RestoreVersionSchema,
    response: { 200: BrandingVersionDetailSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { branding, issuer }) => {
    const how = { publishedVersion: body.published_version, keepsAsDraft: body.keep_as_draft === true }
    return versionDetailView(await branding.versions.restore(params.version, how, principal.actor), issuer)
  },
})

/** The admin routes of the draft and of the versions. */
export const brandingDraftRoutes = [
  readDraft,
  updateDraft,
  publishDraft,
  deleteDraft,
  listVersions,
  getVersion,
  restoreVersion,
]
