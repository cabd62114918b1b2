/** Tells those who listen, in this page and in other tabs of the origin, that something changed. */
export class Changes {
  readonly #name: string
  readonly #listeners = new Set<() => void>()
  #channel: BroadcastChannel | undefined

  constructor(name: string) {
    this.#name = name
  }

  /** Listens until the function that it returns is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#channel ??= this.#open()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#channel?.close()
      this.#channel = undefined
    }
  }

  /** Tells everybody. */
  announce(): void {
    for (const listener of this.#listeners) listener()
    if (typeof BroadcastChannel === 'undefined') return
    const channel = this.#channel ?? new BroadcastChannel(this.#name)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin.
    channel.postMessage('changed')
    if (channel !== this.#channel) channel.close()
  }

  #open(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === 'undefined') return undefined
    const channel = new BroadcastChannel(this.#name)
    channel.addEventListener('message', () => {
      for (const listener of this.#listeners) listener()
    })
    return channel
  }
}
