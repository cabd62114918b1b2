// Made from the code by `npm run generate`; changes here are lost.
/** An opaque colour as `#rrggbb` in small letters: the one spelling that is stored and written into style sheets. */
export type Colour = string

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** Whether a text is a colour, however it is spelled. */
export const isColour = (text: string): boolean => HEX.test(text)

/** The one spelling of a colour; throws on anything that is none. */
export function colour(text: string): Colour {
  if (!isColour(text)) throw new TypeError('a colour is # and three or six hexadecimal digits')
  const digits = text.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

type Triple = readonly [number, number, number]

const channels = (hex: Colour): Triple => {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [(bits >> 16) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255]
}
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** How bright a colour is (WCAG 2.2, "relative luminance"). */
export function luminance(hex: Colour): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** How well two colours stand apart, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** A colour by how light it looks, how colourful, and its hue (OKLCH; CSS Color 4 §9.3). */
function toOklch(hex: Colour): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const redGreen = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellowBlue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(redGreen, yellowBlue),
    hue: Math.atan2(yellowBlue, redGreen),
  }
}

function linearOf({ lightness, chroma, hue }: Oklch): Triple {
  const [redGreen, yellowBlue] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * redGreen + 0.2158037573 * yellowBlue) ** 3
  const m = (lightness - 0.1055613458 * redGreen - 0.0638541728 * yellowBlue) ** 3
  const s = (lightness - 0.0894841775 * redGreen - 1.291485548 * yellowBlue) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (rgb: Triple): boolean => rgb.every((value) => value > -0.0005 && value < 1.0005)

/** As a screen can show it: less colourful where it must be, with the same lightness and hue. */
function fromOklch(wanted: Oklch): Colour {
  let [least, most] = [0, wanted.chroma]
  if (!isShown(linearOf(wanted))) {
    for (let i = 0; i < 20; i++) {
      const chroma = (least + most) / 2
      if (isShown(linearOf({ ...wanted, chroma }))) least = chroma
      else most = chroma
    }
    most = least
  }
  const bytes = linearOf({ ...wanted, chroma: most }).map((value) =>
    Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))) * 255),
  )
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The same hue at another lightness, from 0 (black) to 1 (white). */
export const atLightness = (hex: Colour, lightness: number): Colour =>
  fromOklch({ ...toOklch(hex), lightness: Math.min(1, Math.max(0, lightness)) })

/** How light a colour looks, from 0 to 1. */
export const lightnessOf = (hex: Colour): number => toOklch(hex).lightness

// Half a step of an 8-bit channel would show nobody a difference.
const STEP = 1 / 256

/** The colour of the same hue whose lightness lies nearest and that is good; undefined when none is. */
export function nearest(hex: Colour, isGood: (candidate: Colour) => boolean): Colour | undefined {
  const from = lightnessOf(hex)
  for (let distance = 0; distance <= 1; distance += STEP) {
    for (const lightness of [from - distance, from + distance]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = distance === 0 ? hex : atLightness(hex, lightness)
      if (isGood(candidate)) return candidate
    }
  }
  return undefined
}
