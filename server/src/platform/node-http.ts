// A built-in module that is imported is read name by name, and three names of `node:http` load all of `fetch`: 15 MiB and a
// tenth of a second at each start, for what the server never uses. Asked for like this nothing is read but what is named.

export const { createServer, request, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')

/** What sends requests over TLS, loaded when the first one goes. */
export const nodeHttps = () => process.getBuiltinModule('node:https')
