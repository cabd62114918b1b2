import type {
  ChosenFlow,
  ChosenPassword,
  FlowInput,
  FlowOutcome,
  ProvenSignIn,
  Session,
  SignInGate,
} from '#/modules/sessions/index.ts'

/** A gate that does what a test says: no flow applies until it has a script, and every run comes to that. */
export class ScriptedGate implements SignInGate {
  #outcome: FlowOutcome | Error | null = null
  /** The sign-ins it was asked about. */
  readonly asked: ProvenSignIn[] = []
  /** The sessions whose run went on. */
  readonly advanced: Session[] = []

  script(outcome: FlowOutcome | Error): void {
    this.#outcome = outcome
  }

  /** The passwords it was asked about. */
  readonly judged: ChosenPassword[] = []

  judge(it: ChosenPassword): Promise<void> {
    this.judged.push(it)
    return Promise.resolve()
  }

  choose(it: ProvenSignIn): Promise<ChosenFlow | null> {
    this.asked.push(it)
    return Promise.resolve(this.#outcome && { flowId: 'flow_1' })
  }

  begin(): Promise<void> {
    return Promise.resolve()
  }

  async advance(session: Session, _context: unknown, input?: FlowInput): Promise<FlowOutcome> {
    this.advanced.push(session)
    await input?.password?.set()
    return this.read()
  }

  read(): Promise<FlowOutcome> {
    if (this.#outcome instanceof Error) return Promise.reject(this.#outcome)
    return Promise.resolve(this.#outcome ?? { kind: 'passed' })
  }
}
