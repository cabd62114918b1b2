/**
 * An API that calls go through to: answers every request with the same 2 KiB of JSON, as fast as node:http does.
 * Environment: PORT.
 */
import { createServer } from 'node:http'

const body = JSON.stringify({
  entries: Array.from({ length: 32 }, (_, id) => ({ id, title: `entry ${id}`.padEnd(40) })),
})
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers).end(body)
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
