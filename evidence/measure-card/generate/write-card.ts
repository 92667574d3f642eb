import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import {
  cardVersion,
  marker,
  markerLefts,
  markerText,
  patches,
  patchSize,
  pictureNames,
  pictureText,
  rgbOf,
  strip,
  stripsOf,
  tick,
  type PictureName,
} from '../card'
import { writeHtml, writeStyledHtml } from './write-html'

/** `example` is RFC 2606's. */
const exampleAddress = 'https://board.example/assets'

/** Two emails, and the pictures, by file name, that the plain one loads from a web server. */
export interface WrittenCard {
  message: string
  styledMessage: string
  remotePictures: ReadonlyMap<string, Buffer>
}

/** The same bytes each time. All lines are ASCII, at most 998 characters long. */
export async function writeCard(address = exampleAddress): Promise<WrittenCard> {
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm')).buffer,
    },
  })
  const picture = async (name: PictureName): Promise<Buffer> => {
    const isDark = await readMarker(pictureText(name))
    return png(marker.size, marker.size, (x, y) => (isDark(x, y) ? '#000000' : '#ffffff'))
  }
  const data = `data:image/png;base64,${(await picture('data')).toString('base64')}`
  const fileOf = (name: PictureName): string => `test-card-${name}.png`
  const remote = pictureNames.filter((name) => name !== 'data')
  const tickPicture = await png(tick.width, tick.height, (_, y) =>
    Math.abs(y + 0.5 - tick.height / 2) < tick.barHeight / 2 ? tick.bar : '#ffffff',
  )
  const embed = async (strips: readonly number[]): Promise<ReadonlyMap<string, Buffer>> =>
    new Map([
      ...(await Promise.all(
        strips.map(async (index) => [`strip-${index}`, await writeStrip(index)] as const),
      )),
      ['tick', tickPicture],
    ])
  const html = writeHtml((name) => (name === 'data' ? data : `${address}/${fileOf(name)}`))
  return {
    message: writeMessage('Test card', html, await embed(stripsOf.plain)),
    styledMessage: writeMessage('Styled test card', writeStyledHtml(), await embed(stripsOf.styled)),
    remotePictures: new Map(
      await Promise.all(remote.map(async (name) => [fileOf(name), await picture(name)] as const)),
    ),
  }
}

/** Whether a pixel of a marker's white square is dark. */
async function readMarker(text: string): Promise<(x: number, y: number) => boolean> {
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale: 1 })
  const moduleAt = (pixel: number): number => Math.floor((pixel - marker.margin) / marker.module)
  const isInside = (module: number): boolean => module >= 0 && module < marker.modules
  return (x, y) => {
    const [column, row] = [moduleAt(x), moduleAt(y)]
    return isInside(column) && isInside(row) && symbol.data[row * marker.modules + column] === 0
  }
}

async function writeStrip(index: number): Promise<Buffer> {
  const [left, right] = await Promise.all(markerLefts.map((_, side) => readMarker(markerText(index, side))))
  return png(strip.width, strip.height, (x, y) => {
    const patch = patches.find(
      (one) => x >= one.x && x < one.x + patchSize && y >= one.y && y < one.y + patchSize,
    )
    if (patch) return patch.colour
    const isDark = x < marker.size ? left?.(x, y) : right?.(x - markerLefts[1], y)
    return isDark ? '#000000' : '#ffffff'
  })
}

function png(width: number, height: number, colourAt: (x: number, y: number) => string): Promise<Buffer> {
  const rgb = Buffer.from(
    Array.from({ length: width * height }, (_, at) =>
      rgbOf(colourAt(at % width, Math.floor(at / width))),
    ).flat(),
  )
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** RFC 2046 §5.1 and RFC 2387: HTML, and embedded pictures by name. */
function writeMessage(title: string, html: string, embedded: ReadonlyMap<string, Buffer>): string {
  const boundary = 'test-card'
  const parts = [...embedded].map(([name, picture]) =>
    [
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      `Content-ID: <${name}@test-card>`,
      `Content-Disposition: inline; filename="${name}.png"`,
      '',
      ...(picture.toString('base64').match(/.{1,76}/g) ?? []),
    ].join('\n'),
  )
  const htmlPart = [
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    html,
  ].join('\n')
  return [
    'From: Test card <card@board.example>',
    'To: you@example.com',
    `Subject: ${title} ${cardVersion}`,
    'Date: Sun, 01 Nov 2026 12:00:00 +0000',
    `Message-ID: <${title.toLowerCase().replaceAll(' ', '-')}-${cardVersion}@test-card>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/related; type="text/html"; boundary="${boundary}"`,
    '',
    ...[htmlPart, ...parts].flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\n')
}
