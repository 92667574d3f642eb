import fc from 'fast-check'
import { createSealer } from './create-sealer'

const newest = 'the-newest-key-with-more-than-32-characters'
const purpose = 'a purpose'
const older = 'an-older-key-with-more-than-32-characters'

describe('sealed texts', () => {
  it('are opened with the same context and key, and are the same length whatever they say', () => {
    const sealer = createSealer([newest], purpose)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const sealed = sealer.seal(text, context)
        expect(sealer.open(sealed, context)).toBe(Buffer.from(text).toString('utf8'))
        expect(sealed).toHaveLength(28 + Buffer.byteLength(text))
        expect(sealer.open(sealed, `${context}x`)).toBeNull()
      }),
    )
  })

  it('are refused when any byte was changed, cut off or added', () => {
    const sealer = createSealer([newest], purpose)
    const sealed = sealer.seal('a text', 'a context')
    for (const index of sealed.keys()) {
      expect(sealer.open(sealed.with(index, (sealed[index] ?? 0) ^ 1), 'a context')).toBeNull()
      expect(sealer.open(sealed.subarray(0, index), 'a context')).toBeNull()
    }
    expect(sealer.open(new Uint8Array([...sealed, 0]), 'a context')).toBeNull()
  })

  it('of an older key are opened while it is listed, and new ones are sealed with the newest', () => {
    const before = createSealer([older], purpose).seal('a text', 'a context')
    const both = createSealer([newest, older], purpose)
    expect(both.open(before, 'a context')).toBe('a text')
    const after = both.seal('a text', 'a context')
    expect(createSealer([older], purpose).open(after, 'a context')).toBeNull()
    expect(createSealer([newest], purpose).open(before, 'a context')).toBeNull()
  })

  it('cannot be opened for another purpose', () => {
    const sealed = createSealer([newest], purpose).seal('a text', 'a context')
    expect(createSealer([newest], 'another purpose').open(sealed, 'a context')).toBeNull()
  })

  it('differ each time, so that nobody sees that two hold the same text', () => {
    const sealer = createSealer([newest], purpose)
    expect(sealer.seal('a text', 'a context')).not.toEqual(sealer.seal('a text', 'a context'))
  })
})
