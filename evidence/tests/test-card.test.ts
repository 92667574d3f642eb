import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailClient } from '@pas/email-clients/email-client'
import { hexOf, rgbOf, rightToLeft, styled } from '../measure-card/card'
import type { CardReading } from '../measure-card/card-table'
import { writeCard } from '../measure-card/generate/write-card'
import { colourAt, distanceOf, lightnessOf, openPicture, type Point, type Rgb } from '../measure-card/picture'
import { fitProjection } from '../measure-card/projection'
import { readCard } from '../measure-card/read-card'
import { describeWithEngine, isEngineFound } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import sharp from 'sharp'
import { startDrawer, type Drawer } from '../fidelity/drawer'
import { emulateCard, serveCard, type ServedCard } from '../fidelity/test-card'
import { getEmailClient } from '../geometry/draw-emails'

/** 30 email clients, of all families and engines, in light and dark. */
const thirtyCodes = [
  'ANDROID15GMAILAPP ANDROID15GMAILAPPDARK GMAILIOS GMAILIOSDARK CHROMEGMAILNEW FFGMAILNEW GMAILMOBILEWEB',
  'ANDROIDOUTLOOK ANDROIDOUTLOOKDARK OUTLOOKIOS OUTLOOKIOSDARK CHROMEOUTLOOKCOM CHROMEOUTLOOKCOMDARK',
  'OUTLOOKNEW OUTLOOKNEWDARK OL2016 OL2021DPI120 OL365 OL365DARK IPHONE17 IPHONE17DARK IPADA16DARK',
  'APPMAIL26 APPMAIL26DARK ANDROIDSAMSUNG15 ANDROIDSAMSUNG15DARK CHROMEYAHOO CHROMEYAHOODARK GMXDE',
  'THUNDERBIRDANDROID',
].flatMap((codes) => codes.split(' '))

const repository = path.join(__dirname, '../..')

/** A photograph: scaled, turned by 2 degrees, blurred, with a colour cast, as a JPEG. */
async function photograph(picture: Buffer): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  const turned = await sharp(picture)
    .flatten()
    .resize({ width: Math.round(width * 1.13) })
    .rotate(2, { background: '#404448' })
    .png()
    .toBuffer()
  return sharp(turned).blur(0.8).linear([0.9, 0.86, 0.74], [14, 10, 18]).jpeg({ quality: 70 }).toBuffer()
}

/** The picture as a camera sees it that is held a little aslant. */
async function tilt(file: Buffer): Promise<Buffer> {
  const picture = await openPicture(file)
  const { width, height } = picture
  const corners: [Point, Point][] = [
    [
      [0, 0],
      [width * 0.03, height * 0.02],
    ],
    [
      [width, 0],
      [width * 0.97, 0],
    ],
    [
      [width, height],
      [width, height],
    ],
    [
      [0, height],
      [0, height * 0.98],
    ],
  ]
  const { project } = fitProjection(
    corners.map(([from, to]) => ({ card: to, picture: from })),
    { hasPerspective: true },
  )
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++)
    data.set(
      colourAt(picture, project([(at % width) + 0.5, Math.floor(at / width) + 0.5])) ?? [64, 64, 64],
      at * 3,
    )
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const read = async (file: Buffer): Promise<CardReading> => (await readCard(await openPicture(file))).reading

/** The colours that at least 16 pixels have. */
async function coloursOf(file: Buffer): Promise<Rgb[]> {
  const { data } = await openPicture(file)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = hexOf([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].flatMap(([colour, count]) => (count < 16 ? [] : [rgbOf(colour)]))
}

const isGrey = (colour: Rgb): boolean => distanceOf(colour, [colour[0], colour[0], colour[0]]) < 4

const wholeWidth = (what: string): number | null =>
  what === 'right to left' ? rightToLeft.width : Number(/^width (\d+)$/.exec(what)?.[1]) || null

/** What of a photograph's reading is not as in the true one: a wrong value, or one that is missing. */
function misreadings(seen: CardReading, truth: CardReading): { wrong: string[]; missing: string[] } {
  const found: { wrong: string[]; missing: string[] } = { wrong: [], missing: [] }
  type Value = string | number | boolean | null
  const compare = (what: string, one: Value, other: Value, isNear: boolean): void => {
    if (one === other) return
    if (one === null) found.missing.push(what)
    else if (!isNear) found.wrong.push(`${what}: ${String(one)} for ${String(other)}`)
  }
  for (const use of ['background', 'text', 'border'] as const) {
    for (const [colour, other] of Object.entries(truth.colours[use])) {
      const one = seen.colours[use][colour] ?? null
      const [shown, truly] = [one, other].map((value) => value && rgbOf(value))
      // The level of greys; the hue of a few pixels is less sure, as JPEG keeps a quarter of it.
      const isNear =
        !!shown &&
        !!truly &&
        distanceOf(shown, truly) <= 16 &&
        (!isGrey(truly) || Math.abs(lightnessOf(shown) - lightnessOf(truly)) <= 4)
      compare(`${use} ${colour}`, one, other, isNear)
    }
  }
  const lengths = (reading: CardReading): Record<string, number | 'cut' | null> => ({
    ...Object.fromEntries(Object.entries(reading.widths).map(([width, value]) => [`width ${width}`, value])),
    ruler: reading.ruler,
    'right to left': reading.rightToLeft,
    'line height': reading.lineHeight,
  })
  const near = (one: unknown, other: unknown, most: number): boolean =>
    one === other || (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= most)
  for (const [what, other] of Object.entries(lengths(truth))) {
    const one = lengths(seen)[what] ?? null
    // In a photograph the screen's edge, at which a box is cut, looks like the end of the box.
    const isCut = other === 'cut' && typeof one === 'number' && one <= (wholeWidth(what) ?? 0)
    compare(what, one, other, isCut || near(one, other, 1))
  }
  compare('columns', seen.columns, truth.columns, false)
  for (const [size, other] of Object.entries(truth.texts))
    compare(`text ${size}`, seen.texts[size] ?? null, other, near(seen.texts[size], other, 0.3))
  for (const [name, other] of Object.entries(truth.pictures))
    compare(name, seen.pictures[name] ?? null, other, seen.pictures[name] === other)
  return found
}

/** What a client shows that changes nothing. */
function unchanged(reading: CardReading): CardReading {
  const own = (values: object) => Object.fromEntries(Object.keys(values).map((value) => [value, value]))
  const { background, text, border } = reading.colours
  const sizes = (values: object) =>
    Object.fromEntries(Object.keys(values).map((value) => [value, Number(value)]))
  return {
    ...reading,
    colours: { background: own(background), text: own(text), border: own(border) },
    widths: sizes(reading.widths),
    texts: sizes(reading.texts),
    ruler: 280,
  }
}

describe('the test card', () => {
  it('is what `npm run generate:card` writes', async () => {
    const { message, styledMessage, remotePictures } = await writeCard()
    const example = (name: string) => readFileSync(path.join(repository, 'examples', name), 'latin1')
    expect([example('test-card.eml'), example('test-card-styled.eml')]).toEqual([message, styledMessage])
    for (const [name, picture] of remotePictures)
      expect(readFileSync(path.join(repository, 'services/board/src/assets', name))).toEqual(picture)
  })

  it('is refused in words where a picture does not show it', async () => {
    const other = await openPicture(path.join(repository, 'docs/images/board-home.png'))
    await expect(readCard(other)).rejects.toThrow(/^No marker of the test card is in this picture/)
    const { remotePictures } = await writeCard()
    const remoteAlone = await openPicture(
      await sharp(remotePictures.get('test-card-remote.png')).extend(20).png().toBuffer(),
    )
    await expect(readCard(remoteAlone)).rejects.toThrow('The client shows remote, but not the card')
  })
})

describeWithEngine('chromium', 'a photograph of the test card', () => {
  const drawers = new Map<string, Promise<Drawer>>()
  let card: ServedCard
  let folder: TestFolder

  beforeAll(async () => {
    card = await serveCard()
    folder = await createTestFolder()
  })
  afterAll(async () => {
    for (const drawer of drawers.values()) await (await drawer).close()
    await folder.close()
  })

  async function draw(emailClient: EmailClient, which: 'plain' | 'styled' = 'plain'): Promise<Buffer> {
    const document = emulateCard(card, emailClient)[which === 'plain' ? 0 : 1]
    if (!document) throw new Error(`${emailClient.code} shows no HTML`)
    const engine = emailClient.engine as 'chromium'
    const drawer =
      drawers.get(engine) ??
      startDrawer({ engine, assets: card.assets, frames: [], stateFolder: path.join(folder.path, 'state') })
    drawers.set(engine, drawer)
    return (await drawer).png(document)
  }

  it('is read as the card is where a client changes nothing', async () => {
    const reading = await read(await photograph(await draw(getEmailClient('CHROMEGMAILNEW'))))
    const { wrong, missing } = misreadings(reading, unchanged(reading))
    expect(wrong).toEqual([])
    expect(missing.length).toBeLessThan(4)
  })

  it.each([
    ['CHROMEGMAILNEW', { columns: 'beside', rightToLeft: 'cut' }],
    // Word has no inline-block.
    ['OL365', { columns: 'below' }],
  ])('is read with its layout in %s', async (code, expected) => {
    const reading = await read(await draw(getEmailClient(code)))
    expect(reading).toMatchObject(expected)
    // No client draws lines of type closer than their font, or twice as far.
    expect(reading.lineHeight).toBeGreaterThan(20)
    expect(reading.lineHeight).toBeLessThan(32)
    expect(reading.styled).toEqual({ white: null, pale: null, page: null })
  })

  it.each([
    ['CHROMEGMAILNEW', { white: styled.light, pale: styled.light, page: styled.page }],
    ['THUNDERBIRDANDROIDDARK', { ...styled.dark, page: styled.page }],
  ])('is read with its styles in %s, and says nothing of the plain card', async (code, expected) => {
    const picture = await openPicture(await photograph(await draw(getEmailClient(code), 'styled')))
    const { reading, notes } = await readCard(picture)
    expect([notes, reading.columns, reading.pictures.remote]).toEqual([[], null, null])
    for (const name of ['white', 'pale', 'page'] as const)
      expect(distanceOf(rgbOf(reading.styled[name] ?? '#000000'), rgbOf(expected[name]))).toBeLessThan(17)
  })

  const codes = isLongRun
    ? thirtyCodes.filter((code) => isEngineFound(getEmailClient(code).engine))
    : ['CHROMEOUTLOOKCOMDARK']
  it.each(codes)('is read as the screenshot of %s is', async (code) => {
    const screenshot = await draw(getEmailClient(code))
    const truth = await read(screenshot)
    // Read from another place than the middle of its cell, a colour would be a mixture that no pixel has.
    const drawn = await coloursOf(screenshot)
    const shown = Object.values(truth.colours).flatMap((ones) => Object.values<string | null>(ones))
    expect(shown.filter((one) => one && !drawn.some((pixel) => distanceOf(pixel, rgbOf(one)) <= 2))).toEqual(
      [],
    )
    const { wrong: changed } = misreadings(truth, unchanged(truth))
    if (!getEmailClient(code).isDark) expect(changed.filter((what) => what.includes('#'))).toEqual([])
    const { wrong, missing } = misreadings(await read(await photograph(screenshot)), truth)
    expect(wrong).toEqual([])
    // The noise of a JPEG hides a few cells.
    expect(missing.length).toBeLessThan(4)
  })

  const longIt = isLongRun ? it : it.skip
  longIt('is read also when the camera is held a little aslant', async () => {
    const reading = await read(await photograph(await tilt(await draw(getEmailClient('CHROMEGMAILNEW')))))
    const { wrong } = misreadings(reading, unchanged(reading))
    // Widths beyond the strips are less sure.
    expect(wrong.filter((what) => !/^width [4-8]/.test(what))).toEqual([])
  })
})
