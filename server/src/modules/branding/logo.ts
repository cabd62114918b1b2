import { AppError } from '#/platform/errors/app-error.ts'
import { brandingErrors } from './errors.ts'
import { inspect } from '#/platform/validation/picture.ts'
import type { Picture } from '#/platform/validation/picture.ts'

/** The largest logo, in bytes: more than a sharp one needs, and little enough for every page to carry. */
export const LOGO_LIMIT_BYTES = 256 * 1024

const LEAST = 16
const MOST = 2048
const WIDEST = 16

/** What the bytes are, when they are a logo; throws what to tell the operator when not. */
export function logoOf(bytes: Uint8Array): Picture {
  const found = inspect(bytes)
  if (found === 'svg') throw notSupported('SVG is not taken: it can hold scripts. Export the logo as PNG.')
  if (found === 'unknown') throw notSupported('The file is none of PNG, JPEG and WebP, whatever its name says.')
  if (found === 'broken') throw new AppError(brandingErrors.logo_unreadable)
  const { width, height } = found
  const sides = [width, height].toSorted((a, b) => a - b) as [number, number]
  if (sides[0] < LEAST || sides[1] > MOST || sides[1] / sides[0] > WIDEST) {
    throw new AppError(brandingErrors.logo_dimensions, {
      message: `The picture is ${width} × ${height} pixels; a logo has ${LEAST} to ${MOST} each way and is at most ${WIDEST} times as long as wide.`,
      details: { width, height, least: LEAST, most: MOST },
    })
  }
  return found
}

const notSupported = (message: string): AppError =>
  new AppError(brandingErrors.logo_type_not_supported, {
    message,
    details: { expected: ['image/png', 'image/jpeg', 'image/webp'] },
  })
