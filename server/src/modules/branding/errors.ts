import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const brandingErrors = errorCodes({
  contrast_too_low: {
    error: 'invalid_request',
    message: 'Some people could not read the pages in these colours.',
    help: 'details.pairs names each pair of colours that lie too close to each other, its contrast, the one needed (WCAG 2.2 AA: 4.5 for words, 3 for edges and rings), and the nearest colour of the same hue that passes.',
  },
  branding_address_not_allowed: {
    error: 'invalid_request',
    message: 'An address is not one that people can be sent to.',
    help: 'Addresses begin with https:// (or http:// on this machine) and hold no password; support_url may be mailto: as well.',
  },
  branding_text_not_allowed: {
    error: 'invalid_request',
    message: 'A sentence is not one that pages can show.',
    help: 'details.errors names language and key. A sentence is one line of plain text; {name} may stand in it once for the name of the service.',
  },
  logo_missing: {
    error: 'invalid_request',
    message: 'The upload holds no logo.',
    help: 'Send multipart/form-data with exactly one part, named logo, that is a file.',
    pointer: '/logo',
  },
  logo_unreadable: {
    error: 'invalid_request',
    message: 'The picture is cut off or broken.',
    help: 'Export the logo anew as PNG, JPEG or WebP.',
    pointer: '/logo',
  },
  logo_dimensions: {
    error: 'invalid_request',
    message: 'The picture has too many or too few pixels.',
    help: 'A logo is between 16 and 2048 pixels wide and high, and not more than 16 times as wide as high. Pages show it up to 64 pixels high: twice that is sharp everywhere.',
    pointer: '/logo',
  },
  logo_type_not_supported: {
    error: 'unsupported_media_type',
    message: 'A logo is a PNG, JPEG or WebP picture.',
    help: 'The bytes decide, not the name. SVG is refused because it is a program as much as a picture: export it as PNG at 128 pixels of height.',
  },
  branding_changed: {
    error: 'conflict',
    message: 'The published branding or the draft changed since it was read.',
    help: 'Nothing was published or thrown away. GET /api/v1/admin/branding/draft shows what would change now; send its published_version and etag.',
  },
  branding_draft_not_found: {
    error: 'not_found',
    message: 'There is no draft of the branding.',
    help: 'PATCH /api/v1/admin/branding/draft begins one. Perhaps somebody published it, or took it back.',
  },
  branding_version_not_found: {
    error: 'not_found',
    message: 'There is no version of the branding with this number.',
    help: 'GET /api/v1/admin/branding/versions lists those that are kept, which are the last fifty.',
  },
  branding_page_not_found: {
    error: 'not_found',
    message: 'There is no preview of such a page.',
    help: 'GET /api/v1/admin/branding/preview/{page} shows the pages that its description names.',
  },
  asset_not_found: {
    error: 'not_found',
    message: 'There is no such file.',
    help: 'Files below /assets/branding are named by pages, and by logo.url at GET /api/v1/admin/branding.',
  },
})
