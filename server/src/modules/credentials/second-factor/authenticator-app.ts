import { encodeBase32 } from './base32.ts'

interface AppEntry {
  readonly secret: Buffer
  /** The server, as the app shall call it. */
  readonly issuer: string
  /** Whose codes these are, as the app shall show it. */
  readonly account: string
}

/** The address authenticator apps read a secret from, as a link or in a QR code. */
export function otpauthUri({ secret, issuer, account }: AppEntry): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = [
    `secret=${encodeBase32(secret)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    'digits=6',
    'period=30',
  ]
  return `otpauth://totp/${label}?${parameters.join('&')}`
}

const QUIET_ZONE = 4

/** A text as a QR code: an SVG with one path, dark on white whatever the theme, because scanners want it so. */
export async function qrSvg(text: string): Promise<string> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const path = data.map((row, y) => dashes(runs(row), y)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`
  )
}

/** A row as dashes along its middle, each from where the last one ended: half the text of squares, on a page of 14 KB. */
const dashes = (row: readonly (readonly [start: number, length: number])[], y: number): string =>
  row
    .map(([x, length], index) => {
      const [before, beforeLength] = row[index - 1] ?? []
      const move = before === undefined ? `M${x} ${y}.5` : `m${x - before - (beforeLength ?? 0)} 0`
      return `${move}h${length}`
    })
    .join('')

/** Where the dark modules of a row begin, and how many stand together. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = found.at(-1)
    if (dark && last && last[0] + last[1] === x) last[1]++
    else if (dark) found.push([x, 1])
  }
  return found
}
