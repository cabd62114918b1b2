import type { ListenOptions, Server } from 'node:net'

/** Listens; rejects with what stands against it. With `isShared`, other processes of this node listen there too. */
export function openPort(
  server: Server,
  { isShared = false, ...options }: ListenOptions & { readonly isShared?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...options, ...(isShared ? SHARED : {}) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The kernel shares out the connections of a port that several processes opened in this way. */
export const SHARED = { reusePort: true, exclusive: true }
