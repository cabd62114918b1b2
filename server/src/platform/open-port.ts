import type { ListenOptions, Server } from 'node:net'

interface PortOptions extends ListenOptions {
  /** Other processes of this node listen there too. */
  readonly isShared?: boolean
  /** The socket that this process was given to listen at. */
  readonly fd?: number
}

/** Listens; rejects with what stands against it. */
export function openPort(server: Server, { isShared = false, ...options }: PortOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...options, ...(isShared ? SHARED : {}) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The kernel shares out the connections of a port that several processes opened in this way. */
const SHARED = { reusePort: true, exclusive: true }
