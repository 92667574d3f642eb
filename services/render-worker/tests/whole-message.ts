import { randomBytes, randomUUID } from 'node:crypto'
import { pictureKey } from '@pas/captures/storage-keys'
import type { Images } from '@pas/email-clients/email-client'
import { createLogger } from '@pas/runtime/logger'
import sharp from 'sharp'
import { encoded, htmlPart, message, multipart, part, textPart } from '../../api/tests/messages'
import { postEmail, startApi, type TestApi } from '../../api/tests/start-api'
import { capturePreview } from '../src/capture-preview'
import { EmailCache } from '../src/email-cache'
import { openEmailEmulator } from '../src/email-emulator'
import { sharedEngine } from './shared-engine'
import type { TestChromium } from './test-chromium'

const emulator = openEmailEmulator(createLogger('render-worker'))
afterAll(() => emulator.close())

describe('a whole message, from POST /emails to the picture', () => {
  let api: TestApi
  let chromium: TestChromium
  beforeAll(async () => {
    api = await startApi()
    chromium = await sharedEngine('chromium')
  })
  afterAll(() => api.close())

  /** The picture for Gmail. */
  async function drawEmail(email: Record<string, string>, images: Images = 'allowed'): Promise<Buffer> {
    const emailId = await postEmail(api, email)
    const { id } = await api.db.preview.create({
      data: {
        id: randomUUID(),
        emailId,
        accountId: api.accountId,
        emailClient: 'GMAILNEW',
        orientation: 'vertical',
        images,
        engine: 'chromium',
        imageToken: randomBytes(16).toString('hex'),
        requestedAt: api.clock.now(),
      },
    })
    const deps = {
      ...api,
      ...chromium,
      emulator,
      captureTimeoutMs: 20_000,
      jobTimeoutMs: 30_000,
      reusesPages: true,
      emails: new EmailCache(),
    }
    expect(await capturePreview(deps, id, { isTakeover: false })).toEqual({ outcome: 'captured' })
    const stored = await api.storage.get(
      pictureKey(await api.db.preview.findUniqueOrThrow({ where: { id } }), 'full'),
    )
    return stored?.body ?? Buffer.alloc(0)
  }

  const pixelsOf = (png: Buffer): Promise<Buffer> => sharp(png).removeAlpha().raw().toBuffer()

  /** Number of pixels of each colour in the picture for Gmail. */
  async function draw(rawSource: string, images: Images = 'allowed'): Promise<Map<string, number>> {
    const png = await drawEmail({ raw_source: rawSource }, images)
    const pixels = await sharp(png).removeAlpha().raw().toBuffer()
    const colours = new Map<string, number>()
    for (let at = 0; at < pixels.length; at += 3) {
      const colour = `#${pixels.toString('hex', at, at + 3)}`
      colours.set(colour, (colours.get(colour) ?? 0) + 1)
    }
    return colours
  }

  const square = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 100, height: 100, channels: 3, background } })
      .png()
      .toBuffer()

  const withPictures = async (): Promise<string> =>
    message(
      multipart(
        'mixed',
        multipart(
          'alternative',
          textPart('Hello'),
          multipart(
            'related',
            htmlPart('<p>Hello</p><img src="cid:logo@x.example" alt="Logo">'),
            encoded('image/png', await square('#12ab34'), 'Content-ID: <logo@x.example>'),
          ),
        ),
        encoded('image/png; name="photo.png"', await square('#ab1234'), 'Content-Disposition: attachment'),
      ),
      'From: A <a@x.example>',
      'Subject: Two pictures',
    )

  it('shows the picture that its HTML names, and below it the attached one', async () => {
    const before = chromium.refusals()
    const colours = await draw(await withPictures())
    expect(colours.get('#12ab34')).toBe(10_000)
    expect(colours.get('#ab1234')).toBe(10_000)
    expect(chromium.refusals()).toBe(before)
  })

  it('shows both pictures when images are blocked, as both came with it', async () => {
    const colours = await draw(await withPictures(), 'blocked')
    expect([colours.get('#12ab34'), colours.get('#ab1234')]).toEqual([100 * 100, 100 * 100])
  })

  it('shows a text, wrapped, with its links', async () => {
    const text = `Dear reader,\r\n\r\n${'a long line that has to wrap somewhere '.repeat(12)}\r\n\r\n  * see https://x.example/offers\r\n  * write to hello@x.example`
    const colours = await draw(message(textPart(text)))
    const linkBlue = [...colours].filter(([colour]) => colour === '#1155cc')
    expect(linkBlue).toHaveLength(1)
  })

  it.each([
    [
      'an invitation as what it says',
      part(
        ['Content-Type: text/calendar; method=REQUEST'],
        'BEGIN:VEVENT\r\nDTSTART:20261130T110000Z\r\nSUMMARY:Team lunch\r\nDESCRIPTION:a\\, b\r\nEND:VEVENT',
      ),
      'Team lunch\nWhen: 2026-11-30 11:00 UTC\n\na, b',
      null,
    ],
    ['an empty text as nothing', textPart(''), '', null],
    [
      'a text, and below it its attachment by name and size',
      multipart('mixed', textPart('See below.'), encoded('application/pdf; name=a.pdf', 'x'.repeat(2_000))),
      'See below.',
      'a.pdf (2 KB)',
    ],
    ['an attachment alone', encoded('application/zip; name=a.zip', 'PK'), '', 'a.zip (2 B)'],
  ])('shows %s', async (_name, body, text, line) => {
    const attachment = line === null ? '' : `<div style="margin-top:16px">${line}</div>`
    const [drawn, expected] = await Promise.all([
      drawEmail({ raw_source: message(body) }),
      drawEmail({ html_text: `<div style="white-space:pre-wrap">${text}</div>${attachment}` }),
    ])
    expect((await pixelsOf(drawn)).equals(await pixelsOf(expected))).toBe(true)
  })
})
