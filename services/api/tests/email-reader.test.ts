import { createLogger } from '@pas/runtime/logger'
import { openEmailReader, UnreadEmailError } from '../src/emails/email-reader'

const emailReader = openEmailReader(createLogger('api'))
afterAll(() => emailReader.close())

const never = new AbortController().signal
const images = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<img src="https://x.example/${n}.png">`).join('')

describe('finding what an email refers to', () => {
  it.each([
    ['short', 10],
    ['long', 10_000],
  ])('gives the first of them in order, in a %s email', async (_length, count) => {
    expect(await emailReader.findReferences(images(count), 3, never)).toEqual([
      'https://x.example/0.png',
      'https://x.example/1.png',
      'https://x.example/2.png',
    ])
  })

  it('keeps the process answering while it reads a long one', async () => {
    let isRead = false
    const reading = emailReader.findReferences(images(250_000), 1, never).then(() => {
      isRead = true
    })
    // A turn of the event loop is what another request needs.
    let turns = 0
    while (!isRead) {
      await new Promise(setImmediate)
      turns++
    }
    await reading
    expect(turns).toBeGreaterThan(100)
  })

  it('fails, and does not call an email empty, when its time is over; the next one is read', async () => {
    const ended = new AbortController()
    const late = emailReader.findReferences(images(250_000), 1, ended.signal)
    ended.abort()
    await expect(late).rejects.toThrow(UnreadEmailError)
    expect(await emailReader.findReferences(images(1_000), 1, never)).toEqual(['https://x.example/0.png'])
  })
})
