/** A picture by what its bytes say. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly extension: 'png' | 'jpg' | 'webp'
  readonly width: number
  readonly height: number
}

/** What a file is by its first bytes, whatever its name or the sender says. */
type Finding = Picture | 'svg' | 'broken' | 'unknown'

/** Reads format and size from the header of a picture. Nothing is decoded, so no picture is too deep to look at. */
export function inspect(bytes: Uint8Array): Finding {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(file, '89504e470d0a1a0a')) return picture(pngSize(file), 'image/png', 'png')
  if (startsWith(file, 'ffd8ff')) return picture(jpegSize(file), 'image/jpeg', 'jpg')
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') {
    return picture(webpSize(file), 'image/webp', 'webp')
  }
  return /<svg[\s>]/i.test(file.toString('latin1', 0, 4096)) ? 'svg' : 'unknown'
}

type Size = readonly [width: number, height: number] | undefined

const startsWith = (file: Buffer, hex: string): boolean => file.subarray(0, hex.length / 2).toString('hex') === hex

const picture = (size: Size, type: Picture['type'], extension: Picture['extension']): Finding =>
  size === undefined || size[0] === 0 || size[1] === 0 ? 'broken' : { type, extension, width: size[0], height: size[1] }

// PNG (third edition) §11.2.1: IHDR comes first and is 13 bytes long. §11.2.4: IEND ends the file.
function pngSize(file: Buffer): Size {
  if (file.length < 45 || file.toString('latin1', 12, 16) !== 'IHDR' || file.readUInt32BE(8) !== 13) return undefined
  if (file.toString('latin1', file.length - 8, file.length - 4) !== 'IEND') return undefined
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

const STANDALONE = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
// C4, C8 and CC lie in the same range and are tables, not frames.
const FRAME = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

// ITU-T T.81 §B.2: segments, each with its length, up to the frame header that names the size.
function jpegSize(file: Buffer): Size {
  let at = 2
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] as number
    if (marker === 0xff) at += 1
    else if (STANDALONE(marker)) at += 2
    else if (FRAME(marker)) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]
    else if (marker === 0xda || marker === 0xd9 || file.readUInt16BE(at + 2) < 2) return undefined
    else at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

// RFC 9649 §2.3–2.7: a RIFF container as long as it says, with one of three kinds of first chunk.
function webpSize(file: Buffer): Size {
  if (file.length < 30 || file.readUInt32LE(4) + 8 !== file.length) return undefined
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  if (kind === 'VP8L' && file[20] === 0x2f) {
    const bits = file.readUInt32LE(21)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  if (kind === 'VP8 ' && file.toString('hex', 23, 26) === '9d012a') {
    return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  }
  return undefined
}
