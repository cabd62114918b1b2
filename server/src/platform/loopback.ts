/** The names of this machine, as the host of a URL is spelled. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether an IP address is this machine. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address)

/** Whether a name or an IP address is this machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_NAMES.includes(host) || isLoopback(host)

/** Whether the host of a URL is this machine. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)
