/**
 * A proxy that decides nothing: node:http in front, the pool of undici behind, pieces handed on as they come. What the gateway
 * does besides is what it costs. Environment: PORT, UPSTREAM.
 */
import { createServer } from 'node:http'
import { Pool } from 'undici'

const pool = new Pool(process.env['UPSTREAM'] ?? '', { connections: 1024, pipelining: 1 })
const own = new Set(['host', 'connection', 'keep-alive'])

const server = createServer((request, response) => {
  const headers = request.rawHeaders.filter((_it, i, all) => !own.has((all[i - (i % 2)] ?? '').toLowerCase()))
  pool.dispatch(
    { path: request.url ?? '/', method: request.method ?? 'GET', headers, body: null },
    {
      // Without it the handler is taken for one of an older form.
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status, theirs) =>
        void response.writeHead(
          status,
          Object.entries(theirs).flatMap(([name, value]) => (own.has(name) ? [] : [name, String(value)])),
        ),
      onResponseData: (controller, chunk) => {
        if (response.write(chunk)) return
        controller.pause()
        response.once('drain', () => controller.resume())
      },
      onResponseEnd: () => void response.end(),
      onResponseError: () => void response.destroy(),
    },
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
