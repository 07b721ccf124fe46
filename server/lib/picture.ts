/** Recognises by the first bytes of a file whether it is a picture that browsers show and that cannot contain script, and its size. */
import { ensureDefined } from './defined.ts'

/** A picture, in pixels. */
export interface Picture {
  readonly type: 'image/png' | 'image/gif' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

function png(head: Buffer): Picture | undefined {
  if (head.length < 24 || text(head, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(head, 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

function gif(head: Buffer): Picture | undefined {
  if (head.length < 10 || !/^GIF8[79]a/.test(text(head, 0, 6))) return undefined
  return { type: 'image/gif', width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

/** The JPEG markers of frames with a size: all "start of frame" markers except those of tables (C4, C8, CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpeg(head: Buffer): Picture | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8 || head[2] !== 0xff) return undefined
  for (let at = 2; at + 9 <= head.length;) {
    const marker = ensureDefined(head[at + 1])
    if (head[at] !== 0xff) return undefined
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { type: 'image/jpeg', width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    else at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}

function webp(head: Buffer): Picture | undefined {
  if (head.length < 30 || text(head, 0, 4) !== 'RIFF' || text(head, 8, 12) !== 'WEBP') return undefined
  const size = webpSize(text(head, 12, 16), head)
  return size === undefined ? undefined : { type: 'image/webp', width: size[0], height: size[1] }
}

function webpSize(kind: string, head: Buffer): readonly [number, number] | undefined {
  if (kind === 'VP8X') return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1]
  if (kind === 'VP8 ') return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff]
  if (kind !== 'VP8L') return undefined
  const bits = head.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

/** The picture that begins with these bytes; undefined for everything else, including pictures that can contain script (SVG). */
export function pictureOf(head: Buffer): Picture | undefined {
  return png(head) ?? gif(head) ?? jpeg(head) ?? webp(head)
}
