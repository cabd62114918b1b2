import type { FieldError } from '#/platform/errors/app-error.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Operator } from '#/modules/users/index.ts'
import { allows } from '#/modules/api-keys/index.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import type { NamedThing } from './check-condition.ts'
import type { PlacedStep } from './check-steps.ts'
import type { Draft } from './flow-draft.ts'
import { scopesOfSteps } from './step-types.ts'

/** What flows ask of roles and organizations, which don't know flows. */
export interface Directories {
  hasRole(id: string): Promise<boolean>
  hasOrganization(id: string): Promise<boolean>
  hasOrganizationRole(organizationId: string, name: string): Promise<boolean>
}

/** Where steps may send people and requests. */
export interface TargetRules {
  readonly outbound: Pick<Outbound, 'check'>
  readonly baseUrl: string
  readonly redirectOrigins: () => Promise<readonly string[]>
}

const PATIENCE_MS = 3000
const OWNER = 'owner'

/** Throws `insufficient_scope` for a step that does what the caller may not do without a flow. */
export function requireScopes({ steps }: Draft, { scopes }: Pick<Operator, 'scopes'>): void {
  for (const { step } of steps) {
    const scope = scopesOfSteps[step.type]
    if (scope !== undefined && !allows(scopes, scope)) {
      throw new AppError(commonErrors.insufficient_scope, { details: { required_scope: scope } })
    }
  }
}

/** Whether a step may lead people there: to ourselves, or to an origin that the settings name. */
export async function mayRedirectTo(url: string, { baseUrl, redirectOrigins }: TargetRules): Promise<boolean> {
  const target = URL.parse(url)
  if (!target || target.username !== '' || target.password !== '') return false
  return [new URL(baseUrl).origin, ...(await redirectOrigins())].includes(target.origin)
}

/** Looks at whatever a draft leads to or names. Throws what is wrong with it. */
export class TargetCheck {
  readonly #rules: TargetRules
  readonly #directories: Directories
  constructor(rules: TargetRules, directories: Directories) {
    this.#rules = rules
    this.#directories = directories
  }

  async check({ steps, named }: Draft): Promise<void> {
    const errors: FieldError[] = []
    for (const step of steps) errors.push(...(await this.#ofStep(step)))
    for (const thing of named) errors.push(...(await this.#ofThing(thing)))
    if (errors.length > 0) throw invalid(errors)
  }

  async #ofStep({ step, pointer }: PlacedStep): Promise<FieldError[]> {
    const at = `${pointer}/config`
    if (step.type === 'webhook') return this.#ofWebhook(step.config.url, `${at}/url`)
    if (step.type === 'redirect') return this.#ofRedirect(step.config.url, `${at}/url`)
    if (step.type === 'assign_role') {
      return this.#ofThing({ kind: 'role', id: step.config.role_id, pointer: `${at}/role_id` })
    }
    return step.type === 'add_to_org' ? this.#ofMembership(step.config, at) : []
  }

  async #ofMembership(config: { organization_id: string; role?: string }, at: string): Promise<FieldError[]> {
    const { organization_id: id, role = 'member' } = config
    if (role === OWNER)
      return [{ pointer: `${at}/role`, message: 'must not be owner: nobody is given an organization by a flow' }]
    const directories = this.#directories
    if (!(await directories.hasOrganization(id)))
      return [{ pointer: `${at}/organization_id`, message: 'must be the id of an organization' }]
    return (await directories.hasOrganizationRole(id, role))
      ? []
      : [{ pointer: `${at}/role`, message: 'must be the name of a role of this organization' }]
  }

  async #ofThing({ kind, id, pointer }: NamedThing): Promise<FieldError[]> {
    const isThere = await (kind === 'role' ? this.#directories.hasRole(id) : this.#directories.hasOrganization(id))
    const noun = kind === 'role' ? 'a role; those that run this server are none' : 'an organization'
    return isThere ? [] : [{ pointer, message: `must be the id of ${noun}` }]
  }

  async #ofRedirect(url: string, pointer: string): Promise<FieldError[]> {
    if (await mayRedirectTo(url, this.#rules)) return []
    return [{ pointer, message: 'must be of our own origin or of one in the setting flows.redirect_origins' }]
  }

  // A name that nobody knows yet is taken: each call looks anew.
  async #ofWebhook(url: string, pointer: string): Promise<FieldError[]> {
    try {
      await this.#rules.outbound.check(url, PATIENCE_MS)
      return []
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return error.reason === 'refused' ? [{ pointer, message: `may not be called: ${error.message}` }] : []
    }
  }
}
