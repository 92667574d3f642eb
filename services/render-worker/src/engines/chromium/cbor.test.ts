import fc from 'fast-check'
import { decodeMessage, encodeMessage, messageLength, type CborValue } from './cbor'

/** Any value that a command of the protocol may contain. */
const value: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value
const message = fc.dictionary(fc.string(), value, { maxKeys: 30, noNullPrototype: true })

describe('a message of the DevTools protocol in CBOR', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(message, (written) => {
        expect(decodeMessage(encodeMessage(written))).toEqual(written)
      }),
      {
        numRuns: 200,
        examples: [[{ nothing: -0 }], [JSON.parse('{"__proto__":1}') as Record<string, CborValue>]],
      },
    )
  })

  it('has a known length as soon as its envelope has come, whatever follows', () => {
    const bytes = encodeMessage({ id: 1, method: 'Page.navigate' })
    expect(messageLength(bytes.subarray(0, 6))).toBeNull()
    expect(messageLength(bytes.subarray(0, 7))).toBe(bytes.length)
    expect(messageLength(Buffer.concat([bytes, bytes]))).toBe(bytes.length)
  })

  it('leaves out a member that is not set', () => {
    expect(decodeMessage(encodeMessage({ id: 1, sessionId: undefined }))).toEqual({ id: 1 })
  })

  it('reads what Chromium writes: a picture as bytes, not copied, and text that is not ASCII in UTF-16', () => {
    // {"data": 22(h'89504e47'), "text": h'e900'}, encoded by hand after RFC 8949.
    const map = Buffer.from(`bf6464617461d644${'89504e47'}647465787442e900ff`, 'hex')
    const bytes = Buffer.concat([Buffer.of(0xd8, 0x18, 0x5a, 0, 0, 0, map.length), map])
    const read = decodeMessage(bytes) as { data: Buffer; text: string }
    expect(read).toEqual({ data: Buffer.from('89504e47', 'hex'), text: 'é' })
    bytes[bytes.indexOf('PNG')] = 0x70
    expect(read.data.toString('latin1')).toContain('pNG')
  })

  it('is refused when it is cut off or malformed', () => {
    const bytes = encodeMessage({ name: 'a text of some length', list: [1, 2] })
    for (let length = 7; length < bytes.length; length++)
      expect(() => decodeMessage(bytes.subarray(0, length))).toThrow()
    expect(() => messageLength(Buffer.from('{"id":1}'))).toThrow('does not start with an envelope')
    expect(() => decodeMessage(Buffer.of(0x80))).toThrow('starts with 128')
  })
})
