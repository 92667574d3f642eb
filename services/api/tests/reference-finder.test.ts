import { createLogger } from '@pas/runtime/logger'
import { openReferenceFinder, UnreadEmailError } from '../src/emails/reference-finder'

const referenceFinder = openReferenceFinder(createLogger('api'))
afterAll(() => referenceFinder.close())

const never = new AbortController().signal
const images = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<img src="https://x.example/${n}.png">`).join('')

describe('finding what an email refers to', () => {
  it.each([
    ['short', 10],
    ['long', 10_000],
  ])('gives the first of them in order, in a %s email', async (_length, count) => {
    expect(await referenceFinder.find(images(count), 3, never)).toEqual([
      'https://x.example/0.png',
      'https://x.example/1.png',
      'https://x.example/2.png',
    ])
  })

  it('keeps the process answering while it reads a long one', async () => {
    let isRead = false
    const reading = referenceFinder.find(images(250_000), 1, never).then(() => {
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
    const late = referenceFinder.find(images(250_000), 1, ended.signal)
    ended.abort()
    await expect(late).rejects.toThrow(UnreadEmailError)
    expect(await referenceFinder.find(images(1_000), 1, never)).toEqual(['https://x.example/0.png'])
  })
})
