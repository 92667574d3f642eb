import sharp from 'sharp'
import { comparePictures } from '../src/compare-pictures'
import { drawDifference } from '../src/draw-difference'
import { openPng, PictureTooLargeError } from '../src/pixels'
import { block, gap, png, width, type Row } from './pictures'

const [a, b, c] = [block(1, 40), block(2, 30), block(3, 50)]
const email = [...gap(20), ...a, ...gap(20), ...b, ...gap(20), ...c, ...gap(20)]

const compare = async (base: readonly Row[], head: readonly Row[]) =>
  comparePictures(await png(base), await png(head))
const inside = { left: 20, width: width - 40 }

describe('a picture is compared with another', () => {
  it('that is the same', async () => {
    expect(await compare(email, email)).toEqual({ heightDelta: 0, changedPixels: 0, regions: [] })
  })

  it('of which one pixel differs', async () => {
    const head = email.map((row, y) => (y === 77 ? row.with(100, 0xfe0102) : row))
    const rect = { left: 100, top: 77, width: 1, height: 1 }
    expect(await compare(email, head)).toEqual({
      heightDelta: 0,
      changedPixels: 1,
      regions: [{ kind: 'changed', base: rect, head: rect, pixels: 1 }],
    })
  })

  it('in which two places have another colour', async () => {
    const head = [
      ...gap(20),
      ...block(1, 40, 90),
      ...gap(20),
      ...b,
      ...gap(20),
      ...block(3, 50, 91),
      ...gap(20),
    ]
    const { regions } = await compare(email, head)
    expect(regions).toMatchObject([
      { kind: 'changed', head: { ...inside, top: 20, height: 40 } },
      { kind: 'changed', head: { ...inside, top: 130, height: 50 } },
    ])
  })

  it('with rows that are inserted', async () => {
    const line = block(9, 12)
    const head = [...gap(20), ...a, ...gap(4), ...line, ...gap(4), ...email.slice(60)]
    expect(await compare(email, head)).toMatchObject({
      heightDelta: 20,
      regions: [{ kind: 'inserted', base: { height: 0 }, head: { ...inside, top: 60, height: 20 } }],
    })
  })

  it('with two lines that are inserted before more white than is between them: one region', async () => {
    const lines = [...block(8, 15), ...gap(9), ...block(9, 12), ...gap(12)]
    const head = [...email.slice(0, 69), ...lines, ...email.slice(69)]
    // A pixel below: the alignment would else begin from the end.
    const { regions } = await compare(email, head.with(-1, gap(1)[0]!.with(5, 0xfe0102)))
    expect(regions).toMatchObject([{ kind: 'inserted', head: { height: 48 } }, { pixels: 1 }])
  })

  it('with rows that are removed', async () => {
    const head = [...gap(20), ...a, ...gap(20), ...c, ...gap(20)]
    expect(await compare(email, head)).toMatchObject({
      heightDelta: -50,
      regions: [{ kind: 'removed', base: { top: 70, height: 50 }, head: { height: 0 } }],
    })
  })

  it('in which a block stands in place of another: one region', async () => {
    const head = [...gap(20), ...a, ...gap(20), ...block(7, 45), ...gap(20), ...c, ...gap(20)]
    expect((await compare(email, head)).regions).toMatchObject([
      {
        kind: 'changed',
        base: { ...inside, top: 80, height: 30 },
        head: { ...inside, top: 80, height: 45 },
      },
    ])
  })

  it('of which a pixel in white differs, above rows that are inserted', async () => {
    const head = [...email.slice(0, 110), ...gap(8), ...block(9, 12), ...email.slice(110)]
    const { regions } = await compare(email, head.with(66, head[66]?.with(100, 0xfe0102) ?? []))
    expect(regions).toMatchObject([
      { kind: 'changed', base: { top: 66, height: 1 }, head: { top: 66, height: 1 }, pixels: 1 },
      { kind: 'inserted', head: { height: 20 } },
    ])
  })

  it('in which another picture, with white rows too, stands in the same place: one region', async () => {
    const [one, other] = [
      [...gap(9), ...block(4, 30), ...gap(20), ...block(5, 30)],
      [...block(6, 30).map((row) => row.map((p) => p ^ 1)), ...gap(20), ...block(7, 39)],
    ]
    const around = (rows: readonly Row[]) => [
      ...gap(20),
      ...a,
      ...gap(30),
      ...rows,
      ...gap(40),
      ...c,
      ...gap(60),
    ]
    const head = around(other)
    const { regions } = await compare(around(one), head.with(-1, head[0]?.with(5, 0xfe0102) ?? []))
    expect(regions).toMatchObject([{ kind: 'changed', head: { left: 20, top: 90 } }, { pixels: 1 }])
  })

  it('in which two blocks are exchanged', async () => {
    const head = [...gap(20), ...b, ...gap(20), ...a, ...gap(20), ...c, ...gap(20)]
    const { regions } = await compare(email, head)
    expect(regions.map(({ kind }) => kind)).toEqual(['moved'])
    const [{ base, head: to }] = regions as [(typeof regions)[0]]
    // Either of them may be told, with some of the white beside it.
    const isB = to.top < 60
    expect(Math.abs(base.top + base.height - (isB ? 110 : 60))).toBeLessThanOrEqual(20)
  })

  it('in which a block is moved to the end', async () => {
    const head = [...gap(20), ...b, ...gap(20), ...c, ...gap(20), ...a, ...gap(20)]
    expect((await compare(email, head)).regions.map(({ kind }) => kind)).toEqual(['moved'])
  })

  it('in which a block is moved to the end, with a row and its last rows changed: each row is told once', async () => {
    const long = block(4, 90)
    const changed = long.map((row, y) => (y === 40 || y > 80 ? row.map((pixel) => pixel ^ 1) : row))
    const others = [...gap(20), ...b, ...gap(20), ...c, ...gap(20)]
    const { regions } = await compare(
      [...gap(20), ...long, ...others, ...gap(20)],
      [...others, ...changed, ...gap(40)],
    )
    for (const side of ['base', 'head'] as const) {
      const rows = regions.flatMap(({ [side]: { top, height } }) =>
        Array.from({ length: height }, (_, n) => top + n),
      )
      expect(new Set(rows).size).toBe(rows.length)
    }
    expect(regions.filter(({ kind }) => kind === 'moved').length).toBe(2)
  })

  it('in which a block with a padding of alike rows is moved: no row is inserted or removed', async () => {
    const padding = (rows: number) => Array.from({ length: rows }, () => gap(1)[0]!.with(30, 7))
    const padded = (rows: readonly Row[], above = 12) => [...padding(above), ...rows, ...padding(12)]
    const others = [...padded(b, 6), ...padded(c)]
    const head = [...gap(20), ...others, ...padded(a), ...gap(20)]
    const { regions } = await compare([...gap(20), ...padded(a), ...others, ...gap(20)], head)
    expect(new Set(regions.map(({ kind }) => kind))).toEqual(new Set(['moved']))
  })

  it('of another width: one region', async () => {
    const head = email.map((row) => row.slice(0, 150))
    expect(await compare(email, head)).toMatchObject({
      regions: [{ kind: 'changed', base: { width }, head: { width: 150 } }],
    })
  })

  it('in which a line of text has other letters, in its place: pixel by pixel', async () => {
    // The white row between the parts of the letters is in another place, as often as in its own.
    const line = (seed: number, white: number) =>
      block(seed, 20).map((row, y) => (y === 9 || y === white ? gap(1)[0]! : row))
    const around = (rows: readonly Row[]) => [...gap(20), ...a, ...gap(30), ...rows, ...gap(30), ...c]
    const [base, head] = [around(line(4, 9)), around(line(5, 7))]
    const differing = base.flatMap((row, y) => row.filter((pixel, x) => pixel !== head[y]?.[x])).length
    expect(await compare(base, head)).toMatchObject({
      changedPixels: differing,
      regions: [{ kind: 'changed', base: { top: 90, height: 20 }, head: { top: 90, height: 20 } }],
    })
  })

  it('which has many small changes: at most 50 regions, with all changed pixels', async () => {
    const large = Array.from({ length: 12 }, (_, n) => [...block(n, 90), ...gap(10)]).flat()
    const head = large.map((row, y) =>
      y % 20 === 7 ? row.map((p, x) => (x % 40 === 0 ? 0xfe0102 : p)) : row,
    )
    const { regions, changedPixels } = await compare(large, head)
    expect(regions.length).toBeLessThanOrEqual(50)
    expect(changedPixels).toBe(60 * 5)
    expect(regions.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(60 * 5)
  })

  it('of 10 megapixels', async () => {
    const tall = Array.from({ length: 160 }, () => email).flat()
    const wide = (rows: readonly Row[]) => rows.map((row) => [...row, ...row])
    const head = wide(tall).map((row, y) =>
      y === 20 || y === tall.length - 21 ? row.with(30, 0xfe0102) : row,
    )
    expect(await compare(wide(tall), head)).toMatchObject({
      changedPixels: 2,
      regions: [{ head: { top: 20 } }, {}],
    })
  })

  it('unless it has more than 24 megapixels, or is no PNG', async () => {
    const large = await sharp({ create: { width: 4_900, height: 4_900, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await expect(comparePictures(await png(email), large)).rejects.toThrow(PictureTooLargeError)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    await expect(comparePictures(await png(email), svg)).rejects.toThrow('not a PNG')
  })
})

describe('a picture is decoded', () => {
  it('once, in whatever order its rows are read, so that no pair holds the thread', async () => {
    const tall = await sharp({ create: { width: 2_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const pixels = await openPng(tall)
    const read = [await pixels.rows(8_999, 1), await pixels.rows(0, 1), await pixels.rows(4_000, 1)]
    expect(new Set(read.map(({ buffer }) => buffer)).size).toBe(1)
  })
})

describe('a difference is drawn', () => {
  const colourAt = (picture: { data: Buffer }, x: number, y: number) => [
    ...picture.data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ]
  const draw = async (base: readonly Row[], head: readonly Row[]) =>
    sharp(await drawDifference(await png(base), await png(head)))
      .raw()
      .toBuffer({ resolveWithObject: true })

  it('with changed pixels in one colour, all others light', async () => {
    const head = email.map((row, y) => (y === 77 ? row.with(100, 0) : row))
    const picture = await draw(email, head)
    expect(colourAt(picture, 100, 77)).toEqual([207, 0, 170])
    expect(colourAt(picture, 20, 30)).toEqual([165, 165, 165])
    expect(colourAt(picture, 101, 77)).toEqual([255, 255, 255])
  })

  it('with removed rows put in, and hatched', async () => {
    const head = [...gap(20), ...a, ...gap(20), ...c, ...gap(20)]
    const picture = await draw(email, head)
    expect(picture.info.height).toBe(email.length)
    const reds = Array.from({ length: 30 }, (_, n) => colourAt(picture, 40 + n, 90)).filter(
      ([red = 0, green = 0]) => red > green + 20,
    )
    expect(reds.length).toBe(30)
  })
})
