/**
 * Clients whose `client_id` is the https address of a document about them (draft-ietf-oauth-client-id-metadata-document).
 * Whoever names such an address for the first time, where a person or a device is about to be asked, makes us read it:
 * `client-documents.ts` decides whether and when, `document.ts` what in it counts, `freshness.ts` for how long. What was
 * read becomes a client that nobody vouches for, of the kind `document`, so consents, codes and tokens know it like any
 * other and end with it; it is removed when nobody uses it. The domain of the address is proven, the name in the document
 * is not.
 */
export { ClientDocuments } from './client-documents.ts'
export { clientDocumentEvents } from './events.ts'
export { documentOfClient } from './store.ts'
