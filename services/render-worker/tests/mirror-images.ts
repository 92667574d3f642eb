import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { documentIn } from './document-in'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import type { TestEngine } from './test-engine'

/** A box whose sides are named by the direction of reading, so that its mirror image is the same box. */
interface Box {
  kind: 'block' | 'float' | 'float at the end' | 'inline' | 'placed' | 'table'
  width: number | null
  height: number
  margins: readonly [number, number]
  paddings: readonly [number, number]
  colour: string
  isTurned: boolean
  children: readonly Box[]
}

interface Page {
  margins: readonly [number, number]
  boxes: readonly Box[]
  shown: Pick<HtmlDocument, 'captureSelector' | 'tooWide'>
  isStandards: boolean
}

type Direction = 'ltr' | 'rtl'

const other = { ltr: 'rtl', rtl: 'ltr' } as const
const sidesOf = { ltr: ['left', 'right'], rtl: ['right', 'left'] } as const

function sides(property: string, lengths: readonly [number, number], direction: Direction): string {
  return lengths.map((length, at) => `${property}-${sidesOf[direction][at] ?? ''}:${length}px;`).join('')
}

function htmlOf(box: Box, around: Direction): string {
  const { kind, width, height, margins, paddings, colour, children } = box
  const direction = box.isTurned ? other[around] : around
  const [start, end] = sidesOf[around]
  const place = {
    block: '',
    table: '',
    float: `float:${start};`,
    'float at the end': `float:${end};`,
    inline: 'display:inline-block;vertical-align:top;',
    placed: `position:relative;${start}:40px;`,
  }[kind]
  const style = `${place}background:${colour};${width === null ? '' : `width:${width}px;`}`
  const inside = children.map((child) => htmlOf(child, direction)).join('')
  if (kind === 'table')
    return `<table dir="${direction}" cellspacing="0" cellpadding="0" style="${style}"><tr><td style="width:40px;height:${height}px;background:#fff"></td><td>${inside}</td></tr></table>`
  return `<div dir="${direction}" style="${style}min-height:${height}px;${sides('margin', margins, around)}${sides('padding', paddings, direction)}">${inside}</div>`
}

function pageIn(direction: Direction, { margins, boxes, shown, isStandards }: Page): string {
  const inside = boxes.map((box) => htmlOf(box, direction)).join('')
  const body = shown.captureSelector === null ? inside : `<div id="m" style="padding:8px">${inside}</div>`
  return `${isStandards ? '<!DOCTYPE html>' : ''}<html dir="${direction}"><body dir="${direction}" style="margin:0;${sides('margin', margins, direction)}background:#eee;font-size:0">${body}`
}

const length = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: max / 20 }).map((n) => n * 20)
const pair = fc.tuple(length(60), length(60))
const boxWith = (children: fc.Arbitrary<Box[]>): fc.Arbitrary<Box> =>
  fc.record({
    kind: fc.constantFrom('block', 'float', 'float at the end', 'inline', 'placed', 'table'),
    width: fc.option(length(1_400)),
    height: fc.constantFrom(20, 60),
    margins: pair,
    paddings: pair,
    colour: fc.constantFrom('#f00', '#00f', '#0a0', '#fa0', '#a0a', '#222'),
    isTurned: fc.nat(5).map((n) => n === 0),
    children,
  })
const box = boxWith(fc.array(boxWith(fc.array(boxWith(fc.constant([])), { maxLength: 1 })), { maxLength: 2 }))
const anyPage: fc.Arbitrary<Page> = fc.record({
  margins: pair,
  boxes: fc.array(box, { minLength: 1, maxLength: 4 }),
  shown: fc.constantFrom(
    { captureSelector: null },
    { captureSelector: null, tooWide: 'scaled' as const },
    { captureSelector: null, tooWide: 'cut' as const },
    { captureSelector: '#m' },
    { captureSelector: '#m', tooWide: 'scaled' as const },
  ),
  isStandards: fc.boolean(),
})

/** A message that is scaled to the window has all of it, with nothing beside. */
const page = anyPage.map((drawn): Page => {
  const { captureSelector, tooWide } = drawn.shown
  const boxes = withoutOverlapInLines(drawn.boxes)
  return { ...drawn, boxes, ...(captureSelector !== null && tooWide === 'scaled' && { margins: [0, 0] }) }
})

/** Blink paints a line's boxes from left to right in both directions, and places its floats by that order. */
function withoutOverlapInLines(boxes: readonly Box[]): Box[] {
  const haveLine = boxes.some(({ kind }) => kind === 'inline')
  return boxes.map((box) => ({
    ...box,
    kind: haveLine && box.kind.startsWith('float') ? 'block' : box.kind,
    children: box.kind === 'inline' ? [] : withoutOverlapInLines(box.children),
  }))
}

const pixelsOf = ({ png }: Picture, isFlopped: boolean): Promise<Buffer> => {
  const picture = sharp(png).removeAlpha()
  return (isFlopped ? picture.flop() : picture).raw().toBuffer()
}

/** A wide page of which a part is lost if its left is not looked at, as fixed 600 px emails on a phone. */
const wide: Box = {
  kind: 'table',
  width: 1_000,
  height: 60,
  margins: [0, 0],
  paddings: [0, 0],
  colour: '#f00',
  isTurned: false,
  children: [],
}

/**
 * Pixels inside of one colour that the mirrored picture has not; a scaled picture's edges may be a pixel beside their
 * place, and near them pixels have some of both colours.
 */
async function unlike(one: Picture, mirrored: Picture, isScaled: boolean): Promise<number> {
  const [pixels, wanted] = await Promise.all([pixelsOf(one, false), pixelsOf(mirrored, true)])
  if (!isScaled) return pixels.equals(wanted) ? 0 : pixels.length
  const differs = (of: Buffer, at: number, from: Buffer, place: number, most: number): boolean =>
    [0, 1, 2].some((channel) => Math.abs((of[at + channel] ?? 0) - (from[place + channel] ?? 0)) > most)
  let count = 0
  for (let at = 6; at < pixels.length - 6; at += 3) {
    const isInside = [-6, -3, 3, 6].every((beside) => !differs(pixels, at, pixels, at + beside, 4))
    if (isInside && [-3, 0, 3].every((beside) => differs(pixels, at, wanted, at + beside, 24))) count++
  }
  return count
}

/** Lays pages out from right to left, where Arabic and Hebrew begin, and the same from left to right. */
export function describeMirrorImages(name: 'chromium' | 'webkit' | 'firefox' | 'thunderbird'): void {
  describeWithEngine(name, `a page that is mirrored, in ${name}`, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await sharedEngine(name)
    })

    async function differences(mirrored: Page): Promise<number> {
      const { shown } = mirrored
      const draw = (direction: Direction): Promise<Picture> => {
        const html = pageIn(direction, mirrored)
        return name === 'thunderbird'
          ? engine.drawMessage(html, { leastHeight: 20 })
          : engine.draw(html, { ...shown, leastHeight: 20 })
      }
      const [one, other] = await Promise.all([draw('ltr'), draw('rtl')])
      expect([other.width, other.height]).toEqual([one.width, one.height])
      return unlike(one, other, shown.tooWide === 'scaled')
    }

    it('has the mirrored picture', async () => {
      const short = { chromium: 12, webkit: 8, firefox: 4, thunderbird: 2 }[name]
      await fc.assert(
        fc.asyncProperty(page, async (generated) => {
          // Where edges cross, a few pixels of a scaled picture have both colours.
          expect(await differences(generated)).toBeLessThan(generated.shown.tooWide === 'scaled' ? 100 : 1)
        }),
        {
          ...(isLongRun ? { numRuns: 6 * short } : { seed: 20_261_128, numRuns: short }),
          examples: [
            [{ margins: [0, 0], boxes: [wide], shown: { captureSelector: null }, isStandards: true }],
          ],
        },
      )
    }, 300_000)
  })
}

/** Fixed 600 px emails in Hebrew lose no column on a phone: `dir` stands on root, body and table, as is usual. */
export function describeWideHebrew(): void {
  describeWithEngine('webkit', 'an email in Hebrew that is wider than the phone', () => {
    it.each(['IPHONE17', 'IPHONESE'])(
      'shows its first column at the right and its last at the left: %s',
      async (code) => {
        const webkit = await sharedEngine('webkit')
        const column = (colour: string, width: number, text = ''): string =>
          `<td width="${width}" style="background:${colour};height:80px">${text}</td>`
        const document = documentIn(
          code,
          `<!DOCTYPE html><html dir="rtl" lang="he"><body dir="rtl" style="margin:0"><table width="600" dir="rtl" cellspacing="0" cellpadding="0"><tr>${column('#f00', 90)}${column('#ddd', 420, 'שלום לכולם')}${column('#00f', 90)}</table>`,
        )
        const picture = await webkit.capture(document)
        const { width } = picture
        expect(width).toBe(document.frame.width * document.frame.deviceScaleFactor)
        const seen = [0.02, 0.13, 0.87, 0.98].map((part) => pixel(picture, Math.round(part * width), 40))
        expect(await Promise.all(seen)).toEqual(['#0000ff', '#0000ff', '#ff0000', '#ff0000'])
      },
    )
  })
}
