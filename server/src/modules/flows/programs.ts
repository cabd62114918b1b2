import { Snapshot } from '#/platform/db/snapshot.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import type { FlowStore } from './flow-store.ts'
import type { FlowVersion } from './flow.ts'
import { programOf } from './program.ts'
import type { Program } from './program.ts'

const MAX_KEPT = 500

type ByTrigger = ReadonlyMap<FlowTrigger, readonly Program[]>

/** The versions of flows, ready to run: prepared once each, since a version never changes. */
export class Programs {
  readonly #store: FlowStore
  readonly #kept = new Map<string, Program>()
  readonly #enabled: Snapshot<ByTrigger>
  constructor(store: FlowStore) {
    this.#store = store
    this.#enabled = new Snapshot(() => this.#loadEnabled())
  }

  /** Those that take sign-ins of a trigger, in the order they are asked; at most a second old. */
  async enabledFor(trigger: FlowTrigger): Promise<readonly Program[]> {
    return (await this.#enabled.current()).get(trigger) ?? []
  }

  /** One version; undefined when it is gone. */
  async find(flowId: string, version: number): Promise<Program | undefined> {
    const kept = this.#kept.get(keyOf(flowId, version))
    if (kept) return kept
    const found = await this.#store.findVersion(flowId, version)
    return found && this.of(found)
  }

  /** A version that was read, ready to run. */
  of(version: FlowVersion): Program {
    const key = keyOf(version.flowId, version.version)
    const program = this.#kept.get(key) ?? programOf(version)
    this.#kept.delete(key)
    this.#kept.set(key, program)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return program
  }

  /** Makes the next sign-in read what flows there are, after this node changed one. */
  invalidate(): void {
    this.#enabled.invalidate()
  }

  async #loadEnabled(): Promise<ByTrigger> {
    return Map.groupBy(
      (await this.#store.listEnabled()).map((version) => ({ version, program: this.of(version) })),
      ({ version }) => version.trigger,
    )
      .entries()
      .map(([trigger, all]) => [trigger, all.map(({ program }) => program)] as const)
      .reduce((map, [trigger, programs]) => map.set(trigger, programs), new Map<FlowTrigger, Program[]>())
  }
}

const keyOf = (flowId: string, version: number): string => `${flowId} ${version}`
