import { differenceBody } from '@pas/api-contract/differences'
import { previewListBody } from '@pas/api-contract/previews'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { startSmallWeb } from '@pas/testing/small-web'
import sharp from 'sharp'
import type { z } from 'zod'
import { createServices, type ServiceProcess, type Services } from './start-services'

type Region = z.output<typeof differenceBody>['regions'][number]

const clientOf = {
  chromium: 'CHROMEGMAILNEW',
  firefox: 'FFGMAILNEW',
  roundcube: 'ROUNDCUBE',
  thunderbird: 'THUNDERBIRDLATEST',
  webkit: 'APPMAIL16',
} as const

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

interface Edit {
  name: string
  base: string
  head: string
  check: (regions: readonly Region[], pictures: { base: Picture; head: Picture }) => void
}

const whole = emailOf(blocks)
const block = (n: number): Block => {
  const found = blocks[n % blocks.length]
  if (!found) throw new Error('there is no such block')
  return found
}
const kindsOf = (regions: readonly Region[]): string[] => regions.map(({ kind }) => kind)

/** The rectangle is the box of a colour, and as many rows of what is between blocks as `slack` allows. */
function expectAround(rect: Region['head'], box: Box, slack: number): void {
  const above = box.top - rect.top
  const below = rect.top + rect.height - (box.top + box.height)
  expect({
    above,
    below,
    isAround: Math.min(above, below) >= -2 && above + below <= slack + 4,
  }).toMatchObject({
    isAround: true,
  })
}

const editsOf: readonly ((n: number) => Edit)[] = [
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

/** Thirty edits: each kind in blocks 0 to 3, and two kinds once more. */
const edits = [0, 1, 2, 3, 4].flatMap((n) => editsOf.map((edit) => edit(n))).slice(0, 30)
/** One of each kind. */
const fewEdits = editsOf.map((edit) => edit(1))

interface Box {
  left: number
  top: number
  width: number
  height: number
}

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

describe('an edit of an email', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let web: Awaited<ReturnType<typeof startSmallWeb>>

  beforeAll(async () => {
    web = await startSmallWeb((req, res) => {
      const n = /pixel-(\d)/.exec(req.url ?? '')?.[1]
      void square(n === undefined ? null : Number(n)).then((png) =>
        res.setHeader('Content-Type', 'image/png').end(png),
      )
    })
    services = await createServices({ ASSET_ALLOW: `127.0.0.1:${web.port}`, EMAILS_PER_MINUTE: '1000' })
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
  })
  afterAll(async () => {
    await services.close()
    await web.close()
  })

  let address = 0
  const get = async (url: string): Promise<Response> => {
    address += 1
    return fetch(url.replace('https://images.test', images.url), {
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': `10.0.${address >> 8}.${address & 255}`,
        Authorization: `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`,
        Prefer: 'wait=30',
      },
    })
  }
  const post = (html: string, client: string, more: object = {}): Promise<string> =>
    postEmail(`${api.url}/v1`, services.apiKey, {
      html_text: html.replaceAll('{web}', web.url),
      configurations: [{ client }],
      ...more,
    })

  async function compare(head: string, base: string) {
    await get(`${api.url}/v1/emails/${base}/previews`)
    const answer = await get(`${api.url}/v1/emails/${head}/previews?base=${base}`)
    const [preview] = previewListBody.parse(await answer.json()).previews
    if (preview?.status !== 'captured') throw new Error(`not captured: ${JSON.stringify(preview)}`)
    return preview
  }

  for (const [engine, client] of Object.entries(clientOf)) {
    describeWithEngine(engine, engine, () => {
      let worker: ServiceProcess
      beforeAll(async () => {
        worker = await services.startWorker(engine)
      })
      afterAll(() => worker.stop())

      it.each(isLongRun ? edits : engine === 'chromium' ? fewEdits : fewEdits.slice(2, 3))(
        'is seen, and where: $name',
        async ({ base, head, check }) => {
          const baseGuid = await post(base, client)
          const headGuid = await post(head, client, { revision_of: baseGuid })
          const { comparison, full_url: headUrl } = await compare(headGuid, baseGuid)
          const before = await compare(baseGuid, headGuid)
          expect(comparison).toMatchObject({ verdict: 'different' })
          if (comparison?.verdict !== 'different') return
          const summary = await get(comparison.summary_url)
          expect(summary.status).toBe(200)
          const { regions } = differenceBody.parse(await summary.json())
          const pictureAt = async (url: string) =>
            readPicture(Buffer.from(await (await get(url)).arrayBuffer()))
          check(regions, { base: await pictureAt(before.full_url), head: await pictureAt(headUrl) })
        },
        60_000,
      )

      it('is seen in no picture when there is none, also by another worker', async () => {
        const baseGuid = await post(whole, client)
        await get(`${api.url}/v1/emails/${baseGuid}/previews`)
        await worker.stop()
        worker = await services.startWorker(engine)
        const headGuid = await post(whole, client)
        const { comparison, drawn_by: drawnBy } = await compare(headGuid, baseGuid)
        expect(comparison).toEqual({ verdict: 'equal' })
        expect(drawnBy).toMatch(/^[0-9a-f]{32}$/)
      }, 60_000)
    })
  }
})

const side = 60
const square = (changed: number | null): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 3, 200)
  if (changed !== null) pixels.fill(0, (side * 10 + 10 + changed * 5) * 3, (side * 10 + 11 + changed * 5) * 3)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
