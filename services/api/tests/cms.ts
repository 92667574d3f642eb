/** X.690, definite length. */
const element = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 0x80 ? [tag, length] : [tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

/** X.690 §8.1.3.6: until two zeros. */
const indefinite = (tag: number, ...contents: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])])

const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const signedDataOid = '2a864886f70d010702'
const envelopedDataOid = '2a864886f70d010703'
const dataOid = '2a864886f70d010701'
const octets = (bytes: Buffer): Buffer => element(0x04, bytes)
const pieces = (content: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / 7) }, (_, at) =>
    octets(content.subarray(7 * at, 7 * at + 7)),
  )

type Wrap = typeof element

function signedData(wrap: Wrap, content: Buffer, type = signedDataOid): Buffer {
  const version = element(0x02, Buffer.from([1]))
  const encapsulated = wrap(0x30, oid(dataOid), wrap(0xa0, content))
  // No certificate and no signer: a signature is not verified.
  return wrap(0x30, oid(type), wrap(0xa0, wrap(0x30, version, element(0x31), encapsulated, element(0x31))))
}

/** An opaque signature around an entity, in the forms that senders write. */
export const cms = {
  der: (entity: string): Buffer => signedData(element, octets(Buffer.from(entity))),
  pieces: (entity: string): Buffer => signedData(element, element(0x24, ...pieces(Buffer.from(entity)))),
  indefinite: (entity: string): Buffer =>
    signedData(indefinite, indefinite(0x24, ...pieces(Buffer.from(entity)))),
  piecesOfPieces: (entity: string): Buffer =>
    signedData(indefinite, indefinite(0x24, indefinite(0x24, ...pieces(Buffer.from(entity))))),
  encrypted: (entity: string): Buffer => signedData(element, octets(Buffer.from(entity)), envelopedDataOid),
}
