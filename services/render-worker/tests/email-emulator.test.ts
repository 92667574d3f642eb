import { availableParallelism } from 'node:os'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { createLogger } from '@pas/runtime/logger'
import { openEmailEmulator } from '../src/email-emulator'
import type { EmailInClient } from '../src/emulate-thread'

const emulator = openEmailEmulator(createLogger('render-worker'))
afterAll(() => emulator.close())

const inClient = (html: string): EmailInClient => ({
  content: { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
  emailClientCode: 'ANDROIDSAMSUNG10',
  orientation: 'vertical',
  images: 'allowed',
  assetUrls: new Map([['https://a.example/1.png', 'http://assets.invalid/one']]),
  styleSheets: new Map<string, string>(),
  marksPlaces: false,
})
const short = '<p style="background:url(https://a.example/1.png)">x</p><img src="https://a.example/2.png">'
const long = `<style>${Array.from({ length: 50_000 }, (_, n) => `a{b:url(https://a.example/${n}.png)}`).join('')}</style>${short}`
const patient = new AbortController().signal

describe('the email emulator', () => {
  it.each([
    ['short', short],
    ['long', long],
  ])('makes of a %s email what the client does, with its frozen assets', async (_length, html) => {
    const { content, assetUrls, ...options } = inClient(html)
    const assetUrl = (url: string): string | null => assetUrls.get(url) ?? null
    expect(await emulator.emulate(1, inClient(html), patient)).toEqual(
      emulate(findEmailClient('ANDROIDSAMSUNG10')!, content, { ...options, assetUrl, judgesChanges: false }),
    )
  })

  it('does not block the event loop while it emulates a long email', async () => {
    let turns = 0
    const turning = setInterval(() => turns++, 5)
    await emulator.emulate(1, inClient(long), patient)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(20)
  })

  it.each([
    ['short', 'x'],
    ['long', 'x'.repeat(300_000)],
  ])('refuses a %s message in which it cannot replace every address, and says why', async (_length, text) => {
    const header = 'Content-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
    const message = Buffer.from(`${header.repeat(12)}\r\n${text}`)
    const rewriting = emulator.rewriteMessage(1, { message, assetUrls: new Map() }, patient)
    await expect(rewriting).rejects.toMatchObject({
      kind: 'unsupported_document',
      message: expect.stringContaining('more than 10 messages are in one another') as string,
    })
  })

  it('lets accounts take turns: many long emails of one do not delay another’s', async () => {
    // Long enough for a thread, and quickly emulated.
    const text = `<p>${'x'.repeat(300_000)}`
    const ended: number[] = []
    const emulateFor = async (accountId: number): Promise<void> => {
      await emulator.emulate(accountId, inClient(text), patient)
      ended.push(accountId)
    }
    // Starts every thread: a new one would still load its code when the many are done.
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, (_, n) => emulateFor(3 + n)))
    ended.length = 0
    await Promise.all([...Array.from({ length: 30 }, () => emulateFor(1)), emulateFor(2)])
    // The emails that have their turns already come first, and those that are emulated beside this one.
    expect(ended.indexOf(2)).toBeLessThanOrEqual(2 * availableParallelism())
  })

  it('emulates an email beside much longer ones of another account', async () => {
    const ended: number[] = []
    const hungUp = new AbortController()
    const emulateFor = async (accountId: number, html: string): Promise<void> => {
      await emulator.emulate(accountId, inClient(html), hungUp.signal)
      ended.push(accountId)
    }
    const many = Array.from({ length: 2 * availableParallelism() }, () => emulateFor(1, `${long}${long}`))
    await emulateFor(2, `<p>${'x'.repeat(300_000)}`)
    hungUp.abort()
    await Promise.allSettled(many)
    expect(ended).toEqual([2])
  })

  it('fails with capture_timeout when the signal aborts', async () => {
    const emulating = emulator.emulate(1, inClient(long), AbortSignal.timeout(20))
    await expect(emulating).rejects.toMatchObject({ kind: 'capture_timeout' })
  })

  it.each([
    ['short', short],
    ['long', long],
  ])(
    'fails with engine_failed for a %s email in a client that the catalogue lacks',
    async (_length, html) => {
      const unknown = { ...inClient(html), emailClientCode: 'NOSUCH' }
      await expect(emulator.emulate(1, unknown, patient)).rejects.toMatchObject({ kind: 'engine_failed' })
    },
  )
})
