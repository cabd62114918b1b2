/**
 * A base URL may have a path, as behind a proxy that shares an origin: `https://example.com/id`. The server is written
 * as if it stood at the root; this file translates at the edge. Requests are taken with the path and without it, since
 * some proxies strip it; what we answer always carries it.
 */

/** The path of a base URL without the slash at its end; empty at the root of an origin. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** A request target as the server at the root would see it. */
export function belowBasePath(target: string, basePath: string): string {
  if (basePath === '' || !target.startsWith(basePath)) return target
  const rest = target.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : target
}

/** An address of ours as the outside knows it; addresses elsewhere stay as they are. */
export const withBasePath = (address: string, basePath: string): string =>
  address.startsWith('/') && !address.startsWith('//') ? basePath + address : address

/** A page whose links and forms lead to us, as the outside knows us. Our own templates write such attributes so. */
export const pageWithBasePath = (page: string, basePath: string): string =>
  page.replaceAll(/ (href|action|src)="\/(?!\/)/g, ` $1="${basePath}/`)
