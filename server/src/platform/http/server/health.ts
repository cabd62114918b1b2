import Type from 'typebox'
import { Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'

interface HealthDeps {
  /** Rejects when the database can't be reached. */
  ping(): Promise<void>
  /** Rejects when the database takes no writes. */
  checkWrites(): Promise<void>
  isDraining(): boolean
}

const PATIENCE_MS = 2000

const HealthyBody = Type.Object({ status: Type.Literal('ok') })
const UnhealthyBody = Type.Object({ status: Type.Literal('unhealthy'), error: Type.String() })

const shared = {
  method: 'GET',
  auth: { kind: 'public' },
  schema: { response: { 200: HealthyBody, 503: UnhealthyBody } },
} as const

const checkHealth = (deps: HealthDeps): Route =>
  route({
    name: 'system.checkHealth',
    ...shared,
    url: '/healthz',
    summary: 'Check health',
    description: 'For the supervisor of the process. It never says why the database can’t be reached: the log does.',
    handler: async () => ((await isSoonDone(deps.ping())) ? healthy : unhealthy('database unavailable')),
  })

const checkReadiness = (deps: HealthDeps): Route =>
  route({
    name: 'system.checkReadiness',
    ...shared,
    url: '/readyz',
    summary: 'Check readiness',
    description:
      'For load balancers. 503 as soon as the server drains before it stops, and while the database takes no writes, ' +
      'such as on a full disk. A finding about writes counts for two seconds.',
    handler: async () => {
      if (deps.isDraining()) return unhealthy('draining')
      if (!(await isSoonDone(deps.ping()))) return unhealthy('database unavailable')
      return (await isSoonDone(deps.checkWrites())) ? healthy : unhealthy('database not writable')
    },
  })

/** `/healthz` says whether this process can work, `/readyz` whether a load balancer should send it requests. */
export const healthRoutes = (deps: HealthDeps): Route[] => [checkHealth(deps), checkReadiness(deps)]

const healthy = { status: 'ok' } as const
const unhealthy = (error: string): Reply => new Reply(503, { status: 'unhealthy', error }, { 'retry-after': '2' })

/** A database that doesn't answer in time is as good as gone. */
async function isSoonDone(asked: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), PATIENCE_MS)
  asked.then(
    () => resolve(true),
    () => resolve(false),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
