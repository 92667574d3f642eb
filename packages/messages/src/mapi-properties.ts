/** By id; of a property of several values, the first. */
export type MapiProperties = Map<number, { bytes: Buffer; isUnicode: boolean }>

const several = 0x1000
const unicode = 0x1f
/** [MS-OXTNEF] §2.1.3.4: bytes of a value whose type has a fixed length. */
const fixedLengths: Readonly<Record<number, number>> = {
  0x02: 2, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0a: 4, 0x0b: 2, 0x14: 8, 0x40: 8, 0x48: 16,
} // prettier-ignore
/** A string of bytes or characters, bytes, an object. */
const counted: ReadonlySet<number> = new Set([0x1e, unicode, 0x102, 0x0d])

const firstNamedId = 0x8000
const maxProperties = 10_000

/** Those before the first that cannot be read. Linear time. */
export function readMapiProperties(bytes: Buffer): MapiProperties {
  const properties: MapiProperties = new Map()
  try {
    readAll(bytes, properties)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return properties
}

function readAll(bytes: Buffer, properties: MapiProperties): void {
  const count = Math.min(bytes.readUInt32LE(0), maxProperties)
  let at = 4
  for (let index = 0; index < count; index++) {
    const wholeType = bytes.readUInt16LE(at)
    const id = bytes.readUInt16LE(at + 2)
    at = id >= firstNamedId ? afterName(bytes, at + 4) : at + 4
    const type = wholeType & ~several
    const values = readValues(bytes, at, type, (wholeType & several) !== 0)
    const [first] = values.values
    if (first) properties.set(id, { bytes: first, isUnicode: type === unicode })
    at = values.end
  }
}

/** A GUID, then a number, or a text with its length. */
function afterName(bytes: Buffer, at: number): number {
  const isText = bytes.readUInt32LE(at + 16) === 1
  return isText ? padded(at + 24 + bytes.readUInt32LE(at + 20)) : at + 24
}

function readValues(
  bytes: Buffer,
  start: number,
  type: number,
  isSeveral: boolean,
): { values: Buffer[]; end: number } {
  let at = start
  const values: Buffer[] = []
  const isCounted = counted.has(type)
  const length = fixedLengths[type]
  if (!isCounted && length === undefined) throw new RangeError(`a property of the unknown type ${type}`)
  const count = isSeveral || isCounted ? bytes.readUInt32LE(at) : 1
  if (isSeveral || isCounted) at += 4
  if (count > bytes.length) throw new RangeError('more values than bytes')
  for (let index = 0; index < count; index++) {
    const valueLength = length ?? bytes.readUInt32LE(at)
    const from = length === undefined ? at + 4 : at
    if (from + valueLength > bytes.length) throw new RangeError('a value that is cut off')
    if (index === 0) values.push(bytes.subarray(from, from + valueLength))
    at = isSeveral && length !== undefined ? from + valueLength : padded(from + valueLength)
  }
  return { values, end: padded(at) }
}

/** To a multiple of four; properties begin at one. */
const padded = (at: number): number => Math.ceil(at / 4) * 4
