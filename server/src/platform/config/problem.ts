/** The configuration can not be used. Each problem is one line that says what to change, and shows no secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
