import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { templateOf } from '#/platform/openapi/openapi.ts'
import type { Policy } from '#/platform/http/routing/route.ts'
import { allRoutes } from './all-routes.ts'
import { contractLines } from './interface-routes.ts'
import type { ContractAuth, ContractLine } from './interface-routes.ts'

/** The policies that serve each way of the specification. */
const policies: Readonly<Record<ContractAuth, readonly Policy['kind'][]>> = {
  none: ['public'],
  admin: ['admin'],
  client: ['client'],
  registration: ['registration'],
  bearer: ['bearer'],
  session: ['session'],
  // A page may lead everybody who is not signed in to do that.
  'optional session': ['browser', 'person'],
}

/** A line of the specification beside the route that serves it, if one does. */
export interface HeldLine {
  readonly line: ContractLine
  readonly served: MountedRoute | undefined
  /** What is wrong with the pair; to wait for a part that is still to come is not. */
  readonly problem: string | undefined
}

/** Holds every line of the specification against the route table. */
export function heldLines(): HeldLine[] {
  const routes = new Map(allRoutes().map((it) => [`${it.route.method} ${templateOf(it.path)}`, it]))
  const names = [...routes.keys()]
  return contractLines.map((line) => {
    const name = nameOf(line)
    const found = name.endsWith('*') ? names.find((it) => it.startsWith(name.slice(0, -1))) : name
    const served = routes.get(found ?? '')
    return { line, served, problem: problemOf(line, served) }
  })
}

/** The line as the specification writes it: `GET /oauth/userinfo`. */
export const nameOf = ({ method, path }: ContractLine): string => `${method} ${path}`

function problemOf(line: ContractLine, served: MountedRoute | undefined): string | undefined {
  const name = nameOf(line)
  if (!served) return `${name} is not served`
  const { kind } = served.route.auth
  return policies[line.auth].includes(kind) ? undefined : `${name} asks for ${kind}, where the line says ${line.auth}`
}
