import { Type } from 'typebox'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { logLevels } from '#/platform/log/lines.ts'

const streamLogs = apiRoute({
  name: 'logs.stream',
  method: 'GET',
  url: '/admin/logs/stream',
  auth: { kind: 'admin', scope: 'logs:read' },
  summary: 'Follow the log',
  description:
    'Server-sent events: `log` carries one structured line as JSON, `dropped` how many lines were lost because they ' +
    'were read too slowly. A comment comes every 15 seconds when nothing else does. The stream is of the one process ' +
    'that answers, from now on, and ends within a second when the key or session that opened it does.',
  tag: 'system',
  noHead: true,
  schema: {
    query: Type.Object({
      level: Type.Enum([...logLevels], { default: 'info', description: 'Lines at least this bad.' }),
    }),
    response: {
      200: Type.String({ 'x-media-types': ['text/event-stream'], description: 'A stream of events' }),
    },
  },
  handler: (request, { logStreams }) => logStreams.open(request.query.level, request),
})

export const logRoutes = [streamLogs]
