import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { download } from '#/ui/table/export.ts'
import { snapshotOf } from './snapshot.ts'

/** Pixels of the file for each of the screen, as far as a browser draws so many. */
const SHARPNESS = 2
const MAX_SIDE = 8192

/** Saves what an element shows as a file that looks the same everywhere. It is drawn here; no byte of it leaves the page. */
export async function savePicture(root: Element, kind: 'svg' | 'png', name: string, title: string): Promise<void> {
  const { text, width, height } = snapshotOf(root, title, await dataUrlOf(interUrl))
  if (kind === 'svg') return download(`${name}.svg`, 'image/svg+xml', text)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const scale = Math.min(SHARPNESS, MAX_SIDE / Math.max(width, height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
  })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the picture could not be drawn')
  download(`${name}.png`, 'image/png', file)
}

async function dataUrlOf(url: string): Promise<string> {
  const file = await (await fetch(url)).blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the font could not be read')))
    reader.readAsDataURL(file)
  })
}
