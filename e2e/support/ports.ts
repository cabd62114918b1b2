import { createServer } from 'node:net'
import { randomInt } from 'node:crypto'

/**
 * A TCP port that is free on both loopback addresses. It lies below the range from which the system takes the ports of
 * outgoing connections, so that none of our own can sit on it while a server is restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // A machine without IPv6 has nothing to be taken there.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL'))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
