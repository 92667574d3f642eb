import sharp from 'sharp'
import { expectAround, kindsOf, readingWith, type Box, type Edit, type Region } from './edit'

interface Block {
  colour: string
  height: number
  font: string
}

const colours = ['#f4b6b6', '#b6f4c0', '#b6c8f4', '#f4ecb6', '#e0b6f4', '#b6eef4']
const newColour = '#f4d2b6'
const blocks: readonly Block[] = colours.map((colour, n) => ({ colour, height: 30 + 7 * n, font: 'Arial' }))
/** CSS pixels between two blocks. */
const spacer = 20

const emailOf = (shown: readonly Block[], square = 'one'): string =>
  `<!doctype html><body style="margin:0">${shown
    .map(
      ({ colour, height, font }) =>
        `<table width="500" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${colour}" height="${height}" ` +
        `style="height:${height}px;font:14px ${font};color:#000">Block ${colour.slice(1)}, a line of its own</td></tr>` +
        `<tr><td height="${spacer}" style="height:${spacer}px;font-size:1px;line-height:1px">&nbsp;</td></tr></table>`,
    )
    .join('')}<img src="{web}/${square}.png" width="60" height="60" alt=""></body>`

export const whole = emailOf(blocks)
const block = (n: number): Block => {
  const found = blocks[n % blocks.length]
  if (!found) throw new Error('there is no such block')
  return found
}
const editsOf: readonly ((n: number) => Edit<Picture>)[] = [
  (n) => ({
    name: `a pixel of a picture, ${n}`,
    base: whole,
    head: emailOf(blocks, `pixel-${n}`),
    check: (regions, { head }) => {
      expect(kindsOf(regions)).toEqual(['changed'])
      const [region] = regions as [Region]
      expect(region.head.width * region.head.height).toBeLessThanOrEqual((4 * head.density) ** 2)
    },
  }),
  (n) => ({
    name: `the colour of block ${n}`,
    base: whole,
    head: emailOf(blocks.with(n, { ...block(n), colour: newColour })),
    check: (regions, { base, head }) => {
      expect(kindsOf(regions)).toEqual(['changed'])
      const [region] = regions as [Region]
      expectAround(region.head, head.boxOf(newColour), 0)
      expectAround(region.base, base.boxOf(block(n).colour), 0)
      expect(Math.abs(region.head.left - head.boxOf(newColour).left)).toBeLessThanOrEqual(2)
    },
  }),
  (n) => ({
    name: `a block inserted before ${n}`,
    base: whole,
    head: emailOf(blocks.toSpliced(n, 0, { colour: newColour, height: 44, font: 'Arial' })),
    check: (regions, { head }) => {
      expect(kindsOf(regions)).toEqual(['inserted'])
      expectAround((regions as [Region])[0].head, head.boxOf(newColour), spacer * head.density)
    },
  }),
  (n) => ({
    name: `block ${n} removed`,
    base: whole,
    head: emailOf(blocks.toSpliced(n, 1)),
    check: (regions, { base }) => {
      expect(kindsOf(regions)).toEqual(['removed'])
      expectAround((regions as [Region])[0].base, base.boxOf(block(n).colour), spacer * base.density)
    },
  }),
  (n) => ({
    name: `the font of block ${n}`,
    base: whole,
    head: emailOf(blocks.with(n, { ...block(n), font: 'Courier New' })),
    check: (regions, { head }) => {
      const box = head.boxOf(block(n).colour)
      expect(new Set(kindsOf(regions))).toEqual(new Set(['changed']))
      for (const { head: rect } of regions) {
        expect(rect.top).toBeGreaterThanOrEqual(box.top - 2)
        expect(rect.top + rect.height).toBeLessThanOrEqual(box.top + box.height + 2)
      }
    },
  }),
  (n) => ({
    name: `blocks ${n} and ${n + 1} exchanged`,
    base: whole,
    head: emailOf(blocks.with(n, block(n + 1)).with((n + 1) % blocks.length, block(n))),
    check: (regions, { base, head }) => {
      expect(kindsOf(regions)).toEqual(['moved'])
      const [region] = regions as [Region]
      const moved = [block(n), block(n + 1)].find(
        ({ height }) => Math.abs(region.head.height - height * head.density) <= spacer * head.density + 4,
      )
      expectAround(region.base, base.boxOf(moved?.colour ?? ''), spacer * base.density)
      expectAround(region.head, head.boxOf(moved?.colour ?? ''), spacer * head.density)
    },
  }),
  (n) => ({
    name: `block ${n} moved to the end`,
    base: whole,
    head: emailOf([...blocks.toSpliced(n, 1), block(n)]),
    check: (regions, { base, head }) => {
      expect(kindsOf(regions)).toEqual(['moved'])
      const [region] = regions as [Region]
      expectAround(region.base, base.boxOf(block(n).colour), spacer * base.density)
      expectAround(region.head, head.boxOf(block(n).colour), spacer * head.density)
    },
  }),
]

interface Picture {
  /** Device pixels for each CSS pixel. */
  density: number
  boxOf(colour: string): Box
}

async function readPicture(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const boxOf = (colour: string): Box => {
    const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
    for (let at = 0, pixel = 0; at < data.length; at += 3, pixel++) {
      if (!wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= 3)) continue
      const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
    expect([colour, bottom >= top]).toEqual([colour, true])
    return { left, top, width: right + 1 - left, height: bottom + 1 - top }
  }
  return { density: Math.round(boxOf(block(5).colour).width / 500), boxOf }
}

/** Thirty edits: each kind in blocks 0 to 3, and two kinds once more. */
export const htmlEdits = [0, 1, 2, 3, 4]
  .flatMap((n) => editsOf.map((edit) => edit(n)))
  .slice(0, 30)
  .map(readingWith(readPicture))
/** One of each kind. */
export const fewHtmlEdits = editsOf.map((edit) => readingWith(readPicture)(edit(1)))

const side = 60
/** The picture that the emails show. */
export const square = (changed: number | null): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 3, 200)
  if (changed !== null) pixels.fill(0, (side * 10 + 10 + changed * 5) * 3, (side * 10 + 11 + changed * 5) * 3)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
