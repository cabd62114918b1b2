const SVG = 'http://www.w3.org/2000/svg'
const MARGIN = 16
const HEAD = 40
/** Of a line of text that is above its baseline, in the font of the dashboard. */
const ABOVE_BASELINE = 0.8
/** What an SVG element needs to look the same without the style sheet. */
const PAINT = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap'],
  ...['stroke-linejoin', 'opacity', 'text-anchor', 'dominant-baseline', 'paint-order', 'visibility'],
]
const LETTERS = ['font-family', 'font-size', 'font-weight', 'font-variant-numeric']
/** What is of the page and not of the picture. */
const OF_THE_PAGE = /^(class|style|role|tabindex|aria-.*|data-.*)$/

/** A picture that stands by itself. */
export interface Snapshot {
  readonly text: string
  readonly width: number
  readonly height: number
}

/**
 * What an element shows, as an SVG with every style in it: colours as they are drawn, texts where they stand, nothing loaded from
 * elsewhere. HTML becomes boxes and texts, so that maps of it are kept as well. Markup is made from no text (Trusted Types).
 */
export function snapshotOf(root: Element, title: string, fontUrl: string): Snapshot {
  const { left, top, width, height } = root.getBoundingClientRect()
  const whole = make('svg', {
    xmlns: SVG,
    width: width + 2 * MARGIN,
    height: height + HEAD + MARGIN,
    viewBox: `${-MARGIN} ${-HEAD} ${width + 2 * MARGIN} ${height + HEAD + MARGIN}`,
  })
  const face = make('style', {})
  face.textContent = `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url('${fontUrl}') format('woff2'); }`
  const { color, fontFamily } = getComputedStyle(root)
  const head = make('text', {
    ...{ y: MARGIN - HEAD + 6, fill: solid(color), 'font-family': fontFamily, 'font-size': 14, 'font-weight': 560 },
  })
  head.textContent = title
  const ground = make('rect', { x: -MARGIN, y: -HEAD, width: '100%', height: '100%', fill: groundOf(root) })
  whole.append(face, ground, head, new Copier({ left, top }).copy(root))
  return {
    text: new XMLSerializer().serializeToString(whole),
    width: width + 2 * MARGIN,
    height: height + HEAD + MARGIN,
  }
}

type Attributes = Readonly<Record<string, string | number>>

function make(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}

/** Copies elements to where they stand beside a corner of the page. */
class Copier {
  readonly #corner: { readonly left: number; readonly top: number }
  #clips = 0
  constructor(corner: { readonly left: number; readonly top: number }) {
    this.#corner = corner
  }

  copy(element: Element): SVGElement {
    if (element instanceof SVGSVGElement) return this.#drawn(element)
    const group = make('g', {})
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (style.visibility === 'hidden' || style.opacity === '0') return group
    if (style.opacity !== '1') group.setAttribute('opacity', style.opacity)
    const scale = scaleOf(element, box)
    group.append(...this.#boxOf(box, style, scale))
    const inside = style.overflow === 'visible' ? group : this.#clipped(group, box, radiusOf(box, style, scale))
    for (const child of element.childNodes) {
      if (child instanceof Text) inside.append(...this.#linesOf(child, style, scale))
      else if (child instanceof Element && !isTool(child)) inside.append(this.copy(child))
    }
    return group
  }

  /** What is drawn in an SVG, by the coordinates of the page. */
  #drawn(svg: SVGSVGElement): SVGElement {
    const { a, d, e, f } = svg.getScreenCTM() ?? new DOMMatrix()
    const group = make('g', {
      transform: `translate(${e - this.#corner.left} ${f - this.#corner.top}) scale(${a} ${d})`,
    })
    for (const child of svg.childNodes) if (child instanceof SVGElement) group.append(painted(child))
    return group
  }

  #boxOf(box: DOMRect, style: CSSStyleDeclaration, scale: number): SVGElement[] {
    const border = Number.parseFloat(style.borderTopWidth) * scale
    const [fill, stroke] = [solid(style.backgroundColor), solid(style.borderTopColor)]
    if (fill === 'none' && (border === 0 || stroke === 'none')) return []
    return [
      make('rect', {
        ...{ x: box.left - this.#corner.left + border / 2, y: box.top - this.#corner.top + border / 2 },
        ...{
          width: Math.max(0, box.width - border),
          height: Math.max(0, box.height - border),
          rx: radiusOf(box, style, scale),
          fill,
        },
        ...(border > 0 && { stroke, 'stroke-width': border }),
      }),
    ]
  }

  #clipped(group: SVGElement, box: DOMRect, radius: number): SVGElement {
    const id = `clip-${++this.#clips}`
    const clip = make('clipPath', { id })
    const [x, y] = [box.left - this.#corner.left, box.top - this.#corner.top]
    clip.append(make('rect', { x, y, width: box.width, height: box.height, rx: radius }))
    const inside = make('g', { 'clip-path': `url(#${id})` })
    group.append(clip, inside)
    return inside
  }

  /** The lines that a text stands in. */
  #linesOf(node: Text, style: CSSStyleDeclaration, scale: number): SVGElement[] {
    const lines = new Map<number, { readonly box: DOMRect; text: string }>()
    const range = document.createRange()
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const box = range.getBoundingClientRect()
      const line = lines.get(box.top)
      if (line) line.text += ` ${word}`
      else lines.set(box.top, { box, text: word })
    }
    return [...lines.values()].map(({ box, text }) => {
      const line = make('text', {
        x: box.left - this.#corner.left,
        y: box.top - this.#corner.top + box.height * ABOVE_BASELINE,
        fill: solid(style.color),
        ...{ 'font-family': style.fontFamily, 'font-weight': style.fontWeight },
        'font-size': Number.parseFloat(style.fontSize) * scale,
      })
      line.textContent = text
      return line
    })
  }
}

/** An SVG element with its style as attributes. */
function painted(element: SVGElement): SVGElement {
  const copy = element.cloneNode(false) as SVGElement
  for (const name of copy.getAttributeNames()) if (OF_THE_PAGE.test(name)) copy.removeAttribute(name)
  const style = getComputedStyle(element)
  if (style.display === 'none') return make('g', {})
  for (const name of element instanceof SVGTextContentElement ? [...PAINT, ...LETTERS] : PAINT) {
    const value = style.getPropertyValue(name)
    if (value !== '') copy.setAttribute(name, name === 'fill' || name === 'stroke' ? solid(value) : value)
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data)
    else if (child instanceof SVGElement) copy.append(painted(child))
  }
  return copy
}

/** How much larger something is drawn than it was laid out, on a map that is zoomed. */
const scaleOf = (element: Element, { width }: DOMRect): number =>
  element instanceof HTMLElement && element.offsetWidth > 0 ? width / element.offsetWidth : 1

const radiusOf = ({ height }: DOMRect, { borderTopLeftRadius }: CSSStyleDeclaration, scale: number): number =>
  Math.min(Number.parseFloat(borderTopLeftRadius) * scale || 0, height / 2)

/** What works on the picture and is no part of it. */
const isTool = (element: Element): boolean =>
  element.matches('button, input, .visually-hidden, .react-flow__panel, .react-flow__background')

function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const colour = solid(getComputedStyle(at).backgroundColor)
    if (colour !== 'none') return colour
  }
  return '#fff'
}

const known = new Map<string, string>()

/** A colour as every viewer of SVG knows it, whatever the style sheet mixed it from. */
function solid(value: string): string {
  if (!/^(color|oklab|oklch|rgba)\(/.test(value)) return value
  const before = known.get(value)
  if (before !== undefined) return before
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pixel) return value
  pixel.fillStyle = value
  pixel.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data
  const found = alpha === 0 ? 'none' : `rgb(${red} ${green} ${blue}${alpha === 255 ? '' : ` / ${alpha / 255}`})`
  known.set(value, found)
  return found
}
