import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { EmailCache, type SharedEmail } from './email-cache'
import type { Picture } from './engines/engine'
import type { LoadedEmail } from './load-email'

const email = { bytes: 1_000 } as LoadedEmail
const one = { emailId: 'one', images: 'allowed' } as const
const chromium = { name: 'chromium', version: 'HeadlessChrome/1' }
const documentOf = (html: string): HtmlDocument => ({
  kind: 'html',
  html,
  frame: { width: 1, height: 1, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
  captureSelector: null,
})
const picture = (): Picture => ({ png: Buffer.alloc(10), width: 1, height: 1, truncated: false })

describe('emails that captures share', () => {
  let emails: EmailCache
  let loads: number
  let draws: number
  beforeEach(() => {
    emails = new EmailCache()
    loads = draws = 0
  })
  afterEach(() => emails.close())

  const load = (): Promise<LoadedEmail> => {
    loads++
    return Promise.resolve(email)
  }
  const draw = (): Promise<Picture> => {
    draws++
    return Promise.resolve(picture())
  }
  const capture = (html: string, engine = chromium): Promise<Picture> =>
    emails.withEmail(one, load, ({ drawOnce }) => drawOnce(engine, documentOf(html), draw))

  it('are read once, and each distinct document of them drawn once', async () => {
    const [first, second] = await Promise.all([capture('a'), capture('a'), capture('b')])
    expect(second).toBe(first)
    await capture('a')
    expect([loads, draws]).toEqual([1, 2])
  })

  it('are emulated once for email clients that are emulated alike, in the same orientation', async () => {
    let emulations = 0
    const emulated = (emulatedLike: string, orientation: 'vertical' | 'horizontal'): Promise<unknown> =>
      emails.withEmail(one, load, ({ emulateOnce }) =>
        emulateOnce({ emulatedLike, orientation, marksPlaces: false }, () => {
          emulations++
          return Promise.resolve(documentOf(emulatedLike))
        }),
      )
    const [first, second] = await Promise.all([
      emulated('IPHONE16', 'vertical'),
      emulated('IPHONE16', 'vertical'),
    ])
    expect(second).toBe(first)
    await emulated('IPHONE16', 'horizontal')
    await emulated('IPHONE17', 'vertical')
    expect(emulations).toBe(3)
  })

  it('are drawn anew for another engine or version, another images setting, and another email', async () => {
    await capture('a')
    await capture('a', { ...chromium, version: 'HeadlessChrome/2' })
    await capture('a', { ...chromium, name: 'firefox' })
    const use = ({ drawOnce }: SharedEmail): Promise<Picture> => drawOnce(chromium, documentOf('a'), draw)
    await emails.withEmail({ ...one, images: 'blocked' }, load, use)
    await emails.withEmail({ ...one, emailId: 'two' }, load, use)
    expect([loads, draws]).toEqual([3, 5])
  })

  it('are drawn again by a capture when the capture that it joined fails, and read anew after that', async () => {
    let fail: (error: Error) => void = () => undefined
    const failing = emails.withEmail(one, load, ({ drawOnce }) =>
      drawOnce(
        chromium,
        documentOf('a'),
        () =>
          new Promise((_, reject) => {
            fail = reject
          }),
      ),
    )
    const beside = capture('a')
    await new Promise(setImmediate)
    fail(new Error('the page crashed'))
    await expect(failing).rejects.toThrow('the page crashed')
    expect(await beside).toEqual(picture())
    await capture('a')
    expect([loads, draws]).toEqual([2, 2])
  })

  it('are read anew when they could not be read', async () => {
    const away = (): Promise<LoadedEmail> => Promise.reject(new Error('the store is away'))
    await expect(emails.withEmail(one, away, () => Promise.resolve())).rejects.toThrow('the store is away')
    await capture('a')
    expect(loads).toBe(1)
  })

  it('are kept for five seconds after their last capture, and only up to a limit in bytes', async () => {
    jest.useFakeTimers()
    try {
      await capture('a')
      await jest.advanceTimersByTimeAsync(4_999)
      await capture('a')
      await jest.advanceTimersByTimeAsync(4_999)
      await capture('a')
      expect(loads).toBe(1)
      await jest.advanceTimersByTimeAsync(5_000)
      await capture('a')
      expect(loads).toBe(2)

      const large = (): Promise<LoadedEmail> => Promise.resolve({ bytes: 40 * 1024 * 1024 } as LoadedEmail)
      for (const emailId of ['two', 'three'])
        await emails.withEmail({ ...one, emailId }, large, () => Promise.resolve())
      await capture('a')
      expect(loads).toBe(3)
    } finally {
      jest.useRealTimers()
    }
  })
})
