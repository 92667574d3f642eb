import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import sharp from 'sharp'
import { writeWrongCodesMail } from '../../../packages/mail/src/send-wrong-codes-mail'
import { writeLinkMail } from '../../../packages/mail/src/send-link-mail'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'

const sender = {
  authUrl: 'https://auth.example.com',
  product: { name: 'Mail & Previews', supportUrl: 'https://help.example.com', logoUrl: null },
}
const person = { userId: 7, email: 'ada@example.com', firstName: 'Ada' }
const mails = [
  writeLinkMail(sender, { ...person, purpose: 'invite', language: 'de', token: `pas_lnk_${'x'.repeat(43)}` }),
  writeWrongCodesMail(sender, { ...person, language: 'fr', wrongCodes: 10, createdAt: new Date(0) }),
]
/** What an email client draws: in the short run one mail, in turn. */
const mailsFor = (code: string) =>
  mails.filter((_mail, turn) => isLongRun || turn === popularEmailClients.indexOf(code) % mails.length)

const popular = popularEmailClients.map((code) => {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  return emailClient
})
const drawnBy = (engine: EmailClient['engine']): string[] =>
  popular.filter((emailClient) => emailClient.engine === engine).map(({ code }) => code)

/** Red, green and blue, 8 bits each. */
type Colour = number

/** WCAG 2.2 §1.4.3: text is legible from 4.5 on. */
const legible = 4.5
/** A button is told from the ground by less: its label is what is read. */
const seen = 2.5

const luminances = new Map<Colour, number>()

function luminance(colour: Colour): number {
  const known = luminances.get(colour)
  if (known !== undefined) return known
  const [red = 0, green = 0, blue = 0] = [colour >> 16, (colour >> 8) & 255, colour & 255].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const found = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  luminances.set(colour, found)
  return found
}

function isLegible(one: Colour, other: Colour, least = legible): boolean {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05) >= least
}

/** The colours of a row of pixels. */
type Row = Uint32Array

/** The number of pixels of each colour. */
function countColours(...rows: readonly Row[]): Map<Colour, number> {
  const counts = new Map<Colour, number>()
  for (const row of rows) for (const colour of row) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return counts
}

const mostFrequent = (counts: ReadonlyMap<Colour, number>): Colour =>
  [...counts].reduce((found, next) => (next[1] > found[1] ? next : found), [0, 0])[0]

const legibleOn = (
  counts: ReadonlyMap<Colour, number>,
  ground: Colour,
  least = legible,
): Map<Colour, number> => new Map([...counts].filter(([colour]) => isLegible(colour, ground, least)))

const sum = (counts: ReadonlyMap<Colour, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

/** A picture's rows, with one pixel for each CSS pixel. */
async function readRows({ png, width }: Picture, scale: number): Promise<Row[]> {
  const { data, info } = await sharp(png)
    .resize({ width: Math.round(width / scale), kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: info.height }, (_row, y) =>
    Uint32Array.from({ length: info.width }, (_pixel, x) => data.readUIntBE((y * info.width + x) * 3, 3)),
  )
}

/** The pixels of each run of rows in which something is legible on the row's most frequent colour. */
function linesOf(rows: readonly Row[], least = legible): Row[][] {
  const lines: Row[][] = []
  let line: Row[] = []
  for (const row of [...rows, new Uint32Array()]) {
    const counts = countColours(row)
    if (sum(legibleOn(counts, mostFrequent(counts), least)) >= 3) line.push(row)
    else if (line.length > 0) {
      lines.push(line)
      line = []
    }
  }
  return lines
}

/** The number of pixels that are legible on the button's colour, the most frequent one that is not the ground. */
function pixelsOfLabel(rows: readonly Row[]): number {
  const counts = countColours(...rows)
  const back = mostFrequent(legibleOn(counts, mostFrequent(counts)))
  return rows.reduce((found, row) => {
    const inside = row.slice(row.indexOf(back), row.lastIndexOf(back) + 1)
    return found + sum(legibleOn(countColours(inside), back))
  }, 0)
}

const drawing = ['chromium', 'webkit'] as const

/** The tests of our own mails in the popular email clients that this engine draws. */
export function describeOurMails(name: (typeof drawing)[number]): void {
  describeWithEngine(name, `our own mails, drawn by ${name} as popular email clients show them`, () => {
    it('are drawn in all of them that show HTML', () => {
      const others = popular.filter(({ engine }) => !drawing.some((other) => other === engine))
      expect(others.map(({ code }) => code)).toEqual(['PLAINTEXT'])
    })

    it.each(drawnBy(name))(
      'have a legible line for each paragraph, and for the button’s label: %s',
      async (code) => {
        const emailClient = findEmailClient(code)
        if (!emailClient) throw new Error(`${code} is not in the catalogue`)
        for (const { html, text, subject } of mailsFor(code)) {
          const content = { html, plainText: text, subject, fromAddress: null, fromDisplayName: null }
          const { document } = emulate(emailClient, content, {
            orientation: 'vertical',
            images: 'allowed',
            assetUrl: () => null,
          })
          if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
          const picture = await (await sharedEngine(name)).capture(document, 120_000)
          const scale = document.frame.deviceScaleFactor
          // Nothing is wider than the window.
          expect(picture.width).toBeLessThanOrEqual(document.frame.width * scale)
          const rows = await readRows(picture, scale)
          const lines = linesOf(rows)
          const paragraphs = html.match(/<p /g)?.length ?? 0
          expect(lines.length).toBeGreaterThan(paragraphs)
          // Nothing else is as high as the button, without a gap.
          const [button, ...others] = linesOf(rows, seen).filter(({ length }) => length > 40)
          expect([subject, others.length]).toEqual([subject, 0])
          expect(pixelsOfLabel(button ?? [])).toBeGreaterThan(100)
        }
      },
    )
  })
}
