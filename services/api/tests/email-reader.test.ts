import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { createLogger } from '@pas/runtime/logger'
import { threadMsOf } from '@pas/testing/processor-time'
import { openEmailReader, readingThreads, UnreadEmailError } from '../src/emulation/email-reader'

const readers = openEmailReader(createLogger('api'))
const emailReader = readers.forAccount(1)
afterAll(() => readers.close())

const never = new AbortController().signal
setMaxListeners(0, never)
const images = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<img src="https://x.example/${n}.png">`).join('')

describe('finding the links of an email', () => {
  it.each([true, false])(
    'sorts them in a thread, with click trackers as given: %s',
    async (followTrackers) => {
      const html = ['sale', 'unsubscribe']
        .map((path) => `<a href="https://shop.example/${path}">Our shop</a>`)
        .concat('<a href="https://us1.list-manage.com/x">Our shop</a>')
        .join('')
      const body = Buffer.from(
        JSON.stringify({
          htmlText: html,
          plainText: null,
          subject: null,
          fromAddress: null,
          fromDisplayName: null,
        }),
      )
      const { ask, leftAlone } = await emailReader.findLinks({ body, followTrackers }, never)
      const tracked = 'https://us1.list-manage.com/x'
      expect(ask).toEqual(['https://shop.example/sale', ...(followTrackers ? [tracked] : [])])
      expect(leftAlone.map(([address]) => address)).toEqual([
        'https://shop.example/unsubscribe',
        ...(followTrackers ? [] : [tracked]),
      ])
    },
  )
})

describe('writing the source of an email', () => {
  it('leaves the work on ten megabytes to a thread', async () => {
    const content = { plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const write = (htmlText: string): Promise<Uint8Array> =>
      emailReader.writeSource(Buffer.from(JSON.stringify({ htmlText, ...content })), never)
    // Loads what the thread needs.
    expect(JSON.parse(Buffer.from(await write('<p>x')).toString())).toMatchObject({ html_text: '<p>x' })
    const body = Buffer.from(JSON.stringify({ htmlText: '"\n'.repeat(2_500_000), ...content }))
    const here = await threadMsOf(() => JSON.stringify(JSON.parse(body.toString())))
    expect(await threadMsOf(() => emailReader.writeSource(body, never))).toBeLessThan(here / 2)
  })
})

describe('finding the references of an email', () => {
  it.each([
    ['short', 10],
    ['long', 10_000],
  ])('gives the first of them in order, in a %s email', async (_length, count) => {
    const found = await emailReader.findReferences(images(count), 3, never)
    expect(found.map(({ url }) => url)).toEqual([
      'https://x.example/0.png',
      'https://x.example/1.png',
      'https://x.example/2.png',
    ])
  })

  const styleSheet = { css: 'a{b:url(i.png)}'.repeat(250_000), url: 'https://x.example/css/' }
  it.each([
    ['email', () => emailReader.findReferences(images(250_000), 1, never)],
    ['style sheet', () => emailReader.findInStyleSheet(styleSheet, 1, never)],
    ['style sheet, to rewrite it,', () => emailReader.rewriteStyleSheet(styleSheet, new Map(), never)],
  ])('keeps the process answering while it reads a long %s', async (_what, read) => {
    let isRead = false
    const reading = read().then(() => {
      isRead = true
    })
    // Another request needs turns of the event loop.
    let turns = 0
    while (!isRead) {
      await new Promise(setImmediate)
      turns++
    }
    await reading
    expect(turns).toBeGreaterThan(100)
  })

  it.each([1, 10_000])('finds and rewrites the references of a style sheet of %i rules', async (rules) => {
    const long = { ...styleSheet, css: 'a{b:url(i.png)}'.repeat(rules) }
    const address = 'https://x.example/css/i.png'
    expect(await emailReader.findInStyleSheet(long, 3, never)).toEqual([address])
    const frozen = new Map([[address, 'http://assets.invalid/a']])
    const rewritten = await emailReader.rewriteStyleSheet(long, frozen, never)
    expect(rewritten).toBe('a{b:url("http://assets.invalid/a")}'.repeat(rules))
  })

  it('reads an ordinary email before long ones that came earlier', async () => {
    const ended: string[] = []
    const read = (name: string, count: number): Promise<unknown> =>
      emailReader.findReferences(images(count), 1, never).then(() => ended.push(name))
    const long = Array.from({ length: 8 }, () => read('long', 100_000))
    await Promise.all([...long, read('ordinary', 1_000)])
    // The emails that were already being read, as many as there are threads, come first.
    expect(ended.indexOf('ordinary')).toBeLessThanOrEqual(availableParallelism())
  })

  it.each([
    ['ordinary', 20_000],
    ['long', 100_000],
  ])('reads for accounts in turn: many %s emails of one do not delay another’s', async (_length, count) => {
    const ended: number[] = []
    const read = (accountId: number): Promise<unknown> =>
      readers
        .forAccount(accountId)
        .findReferences(images(count), 1, never)
        .then(() => ended.push(accountId))
    const many = Array.from({ length: 30 }, () => read(2))
    await Promise.all([...many, read(3)])
    // Without turns it would be the last. The bound leaves room for a thread that has to wait for a core.
    expect(ended.indexOf(3)).toBeLessThan(many.length / 2)
  })

  it('reads for the account that took the fewest seconds, however many turns it had', async () => {
    const [slow, quick] = [readers.forAccount(4), readers.forAccount(5)]
    const enough = new AbortController()
    setMaxListeners(0, enough.signal)
    let slowOnes = 0
    const many = Array.from({ length: 2 * readingThreads }, async () => {
      await slow.findReferences(images(200_000), 1, enough.signal)
      slowOnes += 1
    })
    const quickOnes = many.map(() => quick.findReferences(images(30_000), 1, never))
    await Promise.all(quickOnes)
    enough.abort()
    await Promise.allSettled(many)
    expect(slowOnes).toBeLessThanOrEqual(readingThreads)
  })

  it('rejects at its timeout instead of finding nothing, and reads the next email', async () => {
    const ended = new AbortController()
    const late = emailReader.findReferences(images(250_000), 1, ended.signal)
    ended.abort()
    await expect(late).rejects.toThrow(UnreadEmailError)
    const [next] = await emailReader.findReferences(images(1_000), 1, never)
    expect(next?.url).toBe('https://x.example/0.png')
  })
})

describe('listing what an email client changes', () => {
  const stored = (htmlText: string) => ({
    body: Buffer.from(
      JSON.stringify({ htmlText, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }),
    ),
    emailClientCode: 'CHROMEGMAILNEW',
    orientation: 'vertical' as const,
    images: 'allowed' as const,
  })

  it('rejects at its timeout, and handles the next email', async () => {
    const hostile = stored(`<style>${'a{color:red}'.repeat(300_000)}</style>`)
    const late = emailReader.listChanges(hostile, AbortSignal.timeout(50))
    await expect(late).rejects.toThrow(UnreadEmailError)
    const changes = await emailReader.listChanges(stored('<p style="position:fixed">x</p>'), never)
    expect(changes).toContainEqual(expect.objectContaining({ what: 'position' }))
  })
})
