import { findEmailClient } from '@pas/email-clients/catalogue'
import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import { writeWrongCodesMail } from '../../../packages/mail/src/send-wrong-codes-mail'
import { writeLinkMail } from '../../../packages/mail/src/write-link-mail'
import type { Picture } from '../src/engines/engine'
import { startTestEngine, type TestEngine } from './test-engine'

const sender = {
  authUrl: 'https://auth.example.com',
  product: { name: 'Mail & Previews', supportUrl: 'https://help.example.com', logoUrl: null },
}
const person = { userId: 7, email: 'ada@example.com', firstName: 'Ada' }
const mails = [
  writeLinkMail(sender, { ...person, purpose: 'invite', language: 'de', token: `pas_lnk_${'x'.repeat(43)}` }),
  writeWrongCodesMail(sender, { ...person, language: 'fr', wrongCodes: 10, createdAt: new Date(0) }),
]

const popular = defaultEmailClients.parse(undefined).map((code) => {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  return emailClient
})
const drawnBy = (engine: EmailClient['engine']): string[] =>
  popular.filter((emailClient) => emailClient.engine === engine).map(({ code }) => code)

type Colour = readonly [number, number, number]

/** WCAG 2.2 §1.4.3: text is legible from 4.5 on. */
const legible = 4.5

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function mostFrequent(colours: readonly Colour[]): Colour {
  const counts = new Map<string, [number, Colour]>()
  for (const colour of colours) {
    const [count] = counts.get(colour.join()) ?? [0]
    counts.set(colour.join(), [count + 1, colour])
  }
  const [[, found] = [0, [0, 0, 0] as const]] = [...counts.values()].sort(([a], [b]) => b - a)
  return found
}

/** A picture's rows, at most 1,332 pixels wide. */
async function readRows(picture: Picture): Promise<Colour[][]> {
  const { data, info } = await sharp(picture.png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x): Colour => {
      const at = (y * info.width + x) * 3
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    }),
  )
}

/** The pixels of each run of rows in which something is legible on the rows' most frequent colour. */
function linesOf(rows: readonly Colour[][]): Colour[][][] {
  const lines: Colour[][][] = []
  let line: Colour[][] = []
  for (const row of [...rows, []]) {
    const ground = mostFrequent(row)
    if (row.filter((colour) => contrast(colour, ground) >= legible).length >= 3) line.push(row)
    else if (line.length > 0) {
      lines.push(line)
      line = []
    }
  }
  return lines
}

/** The button's label: pixels that are legible on the button's colour, the most frequent one that is not the ground. */
function pixelsOfLabel(rows: readonly Colour[][]): number {
  const pixels = rows.flat()
  const ground = mostFrequent(pixels)
  const back = mostFrequent(pixels.filter((colour) => contrast(colour, ground) >= legible))
  return rows.reduce((sum, row) => {
    const isBack = (colour: Colour): boolean => colour.join() === back.join()
    const inside = row.slice(row.findIndex(isBack), row.findLastIndex(isBack) + 1)
    return sum + inside.filter((colour) => contrast(colour, back) >= legible).length
  }, 0)
}

it('our own mails are drawn below in all popular email clients that show HTML', () => {
  const others = popular.filter(({ engine }) => engine !== 'chromium' && engine !== 'webkit')
  expect(others.map(({ code }) => code)).toEqual(['PLAINTEXT'])
})

describe.each(['chromium', 'webkit'] as const)('our own mails, drawn by %s', (name) => {
  describeWithEngine(name, 'as popular email clients show them', () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await startTestEngine(name)
    })
    afterAll(() => engine.close())

    it.each(drawnBy(name))(
      'have a legible line for each paragraph, and for the button’s label: %s',
      async (code) => {
        const emailClient = findEmailClient(code)
        if (!emailClient) throw new Error(`${code} is not in the catalogue`)
        for (const { html, text, subject } of mails) {
          const content = { html, plainText: text, subject, fromAddress: null, fromDisplayName: null }
          const { document } = emulate(emailClient, content, {
            orientation: 'vertical',
            images: 'allowed',
            assetUrl: () => null,
          })
          if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
          const picture = await engine.capture(document, 120_000)
          const scale = document.frame.deviceScaleFactor
          // Nothing is wider than the window.
          expect(picture.width).toBeLessThanOrEqual(document.frame.width * scale)
          const lines = linesOf(await readRows(picture))
          const paragraphs = html.match(/<p /g)?.length ?? 0
          expect(lines.length).toBeGreaterThan(paragraphs)
          // Nothing else is as high as the button, without a gap.
          const [button, ...others] = lines.filter((rows) => rows.length > 40 * scale)
          expect([subject, others.length]).toEqual([subject, 0])
          expect(pixelsOfLabel(button ?? [])).toBeGreaterThan(100 * scale)
        }
      },
    )
  })
})
