import { lookup } from 'node:dns/promises'
import { BoundSocket, createServer } from 'node:net'
import { openPort } from '#/platform/open-port.ts'
import type { AddressInfo } from 'node:net'
import type { Config } from '#/platform/config/config.ts'

/** The descriptors of the sockets that a worker was given, by what it serves there. */
export interface InheritedSockets {
  readonly main: readonly number[]
  readonly management: readonly number[]
}

interface Place {
  readonly serves: keyof InheritedSockets
  readonly address: string
  readonly port: number
}

/** What a process is given begins behind its standard streams and the channel to its supervisor. */
const FIRST_DESCRIPTOR = 4
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * The places where a node listens. Each worker has a socket of its own at each of them, among which the kernel shares out
 * connections, and the supervisor holds it while another worker takes over: a connection that waits there is lost to nobody.
 */
export class NodePlaces {
  readonly #places: readonly Place[]

  private constructor(places: readonly Place[]) {
    this.#places = places
  }

  /** Finds them by the configuration, and makes sure that nobody else has them: a port that is shared may be joined unseen. */
  static async find({ host, port, management }: Pick<Config, 'host' | 'port' | 'management'>): Promise<NodePlaces> {
    const places = await placesOf('main', host, port)
    if (management) places.push(...(await placesOf('management', management.host, management.port)))
    return new NodePlaces(places)
  }

  /** The sockets of one worker, which do not listen before it does. */
  bind(): WorkerSockets {
    return new WorkerSockets(this.#places)
  }
}

/** The sockets of the worker of one number. */
export class WorkerSockets {
  readonly #bound: readonly { readonly serves: Place['serves']; readonly socket: BoundSocket }[]

  constructor(places: readonly Place[]) {
    this.#bound = places.map(({ serves, address: host, port }) => ({
      serves,
      socket: new BoundSocket({ host, port, reusePort: true }),
    }))
  }

  /** What a new process is to have open, in this order. */
  get descriptors(): number[] {
    return this.#bound.map(({ socket }) => socket.fd())
  }

  /** Tells a process that was started with the descriptors what they are for. */
  get parameters(): string[] {
    return this.#bound.flatMap(({ serves }, index) => [`--${serves}`, String(FIRST_DESCRIPTOR + index)])
  }

  /** Lets go of them: they are open for as long as a worker listens there. */
  close(): void {
    for (const { socket } of this.#bound) socket[Symbol.dispose]()
  }
}

async function placesOf(serves: Place['serves'], host: string | null, port: number): Promise<Place[]> {
  const places: Place[] = []
  for (const address of await addressesOf(host)) {
    const found = await freePortAt(address, places[0]?.port ?? port, host === null)
    if (found !== undefined) places.push({ serves, address, port: found })
  }
  return places
}

/** Null stands for both loopback addresses. */
async function addressesOf(host: string | null): Promise<string[]> {
  if (host === null) return ['127.0.0.1', '::1']
  if (host !== 'localhost') return [host]
  return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))]
}

/** The port, when nobody else has it there; undefined on a machine that has no IPv6 where that may be. */
async function freePortAt(host: string, port: number, isOptional: boolean): Promise<number | undefined> {
  const probe = createServer()
  try {
    await openPort(probe, { host, port })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (isOptional && host === '::1' && NO_SUCH_ADDRESS.has(code)) return undefined
    throw error
  }
  const { port: found } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => void probe.close(() => resolve()))
  return found
}
