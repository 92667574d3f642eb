import { readMessage } from '../src/read-message'
import { compressedTexts } from './message-pumps'

const maxBytes = 8 * 1024 * 1024

describe('texts that are compressed in winmail.dat', () => {
  const shownLength = (count: number): number =>
    readMessage(Buffer.from(compressedTexts(count), 'latin1'), 1_000).plainText?.length ?? 0

  it('are shown whole, and cut where all of a message have more than 8 MiB together', () => {
    const one = shownLength(1)
    expect(one).toBeGreaterThan(60_000)
    expect(shownLength(100)).toBeGreaterThanOrEqual(100 * one)
    // 900 of them are 9 MB of mail, and would be 58 MB of text.
    expect(shownLength(900)).toBeGreaterThan(maxBytes - 2 * one)
    expect(shownLength(900)).toBeLessThan(maxBytes + 900 * 10)
  })
})
