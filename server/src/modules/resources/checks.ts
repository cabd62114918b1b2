import { audienceProblem, nameProblem, parseScope, textProblem } from '#/modules/clients/index.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import type { Resource, ResourceScope } from './resource.ts'
import { includesTarget } from './target.ts'

// What these allow the server itself says, in each language.
const OURS = ['openid', 'profile', 'email', 'offline_access']

/** Refuses a resource that breaks a rule, naming every field that does. */
export function requireSound({ uri, name, scopes }: Pick<Resource, 'uri' | 'name' | 'scopes'>, issuer: string): void {
  const isUs = includesTarget([issuer], uri)
    ? 'must not be this server: tokens without a resource are for it'
    : undefined
  const problems = [
    ...wrong('/uri', audienceProblem(uri) ?? isUs),
    ...wrong('/name', nameProblem(name)),
    ...scopes.flatMap((scope, index) => scopeProblems(scope, `/scopes/${index}`)),
    ...scopes.flatMap((scope, index) =>
      wrong(
        `/scopes/${index}/name`,
        scopes.findIndex((other) => other.name === scope.name) < index ? 'is named twice' : undefined,
      ),
    ),
  ]
  if (problems.length > 0) throw invalid(problems)
}

function scopeProblems({ name, description }: ResourceScope, pointer: string): FieldError[] {
  const isOne = parseScope(name)?.length === 1
  return [
    ...wrong(`${pointer}/name`, isOne ? undefined : 'must be one word of printable characters without quotes'),
    ...wrong(
      `${pointer}/name`,
      OURS.includes(name) ? 'is a scope of this server, which says what it allows' : undefined,
    ),
    ...wrong(`${pointer}/description`, description.trim() === '' ? 'must not be empty' : textProblem(description, 200)),
  ]
}

const wrong = (pointer: string, message: string | undefined): FieldError[] =>
  message === undefined ? [] : [{ pointer, message }]
