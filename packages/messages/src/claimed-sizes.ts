import { disableTypes, imageSize, types } from 'image-size'

interface Size {
  width: number
  height: number
}

/** Types whose size `image-size` reads at fixed offsets or from a short list. */
const readAtOnce: readonly (typeof types)[number][] = ['png', 'gif', 'webp', 'bmp', 'ico', 'cur']
// `image-size` walks a JPEG byte by byte and, for each picture of an AVIF, the rest of the file: 8 MiB of either block
// the event loop for seconds or minutes.
disableTypes(types.filter((type) => !readAtOnce.includes(type)))

/** Markers before a JPEG's frame, or boxes inside a box of an AVIF: more than any camera writes. */
const maxPieces = 10_000

/**
 * By the header, for each picture in the file. Throws when it is not readable. Takes a few milliseconds at most, even
 * for a hostile file.
 */
export function claimedSizes(body: Buffer): readonly Size[] {
  if (body.readUInt16BE(0) === 0xffd8) return [jpegSize(body)]
  if (body.toString('latin1', 4, 11) === 'ftypavi') return avifSizes(body)
  const { images = [], ...whole } = imageSize(body)
  return [whole, ...images]
}

/** ITU-T T.81 §B.1.1: a segment is a marker, a length, and as many bytes. SOF0 to SOF2 have the size. */
function jpegSize(body: Buffer): Size {
  const scan = 0xda
  let at = 2
  for (let markers = 0; markers < maxPieces; markers++) {
    // Skip bytes that belong to no marker, as decoders do.
    at = body.indexOf(0xff, at)
    if (at < 0) break
    const marker = body.readUInt8(at + 1)
    if (marker === scan) break
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: body.readUInt16BE(at + 5), width: body.readUInt16BE(at + 7) }
    // 0xff fills; the markers of the next line have no length.
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)) at += 2
    else at += 2 + body.readUInt16BE(at + 2)
  }
  throw new TypeError('a JPEG that does not say how large it is')
}

/** ISO/IEC 23008-12 §6.5.3: an `ispe` box among the item properties has each picture's size. */
function avifSizes(body: Buffer): readonly Size[] {
  const whole = { type: 'file', start: 0, end: body.length }
  const properties = ['meta', 'iprp', 'ipco'].reduce<Box | undefined>(
    (outer, type) => outer && boxesIn(body, outer).find((box) => box.type === type),
    whole,
  )
  const sizes = (properties ? boxesIn(body, properties) : [])
    .filter(({ type }) => type === 'ispe')
    .map(({ start }) => ({ width: body.readUInt32BE(start + 4), height: body.readUInt32BE(start + 8) }))
  if (sizes.length === 0) throw new TypeError('an AVIF that does not say how large it is')
  return sizes
}

/** ISO/IEC 14496-12 §4.2. Offsets of the content; `end` is exclusive. */
interface Box {
  type: string
  start: number
  end: number
}

/** Ends at the first box that does not fit into `outer`. */
function boxesIn(body: Buffer, outer: Box): Box[] {
  const boxes: Box[] = []
  // `meta` is a full box: its content begins with 4 bytes of version and flags.
  let at = outer.type === 'meta' ? outer.start + 4 : outer.start
  while (at + 8 <= outer.end) {
    const declaredLength = body.readUInt32BE(at)
    // 0 stands for the rest.
    const length = declaredLength === 0 ? outer.end - at : declaredLength
    const end = at + length
    if (length < 8 || end > outer.end) break
    if (boxes.length >= maxPieces) throw new TypeError('an AVIF of too many boxes')
    boxes.push({ type: body.toString('latin1', at + 4, at + 8), start: at + 8, end })
    at = end
  }
  return boxes
}
