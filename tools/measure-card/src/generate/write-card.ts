import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import {
  borderWidth,
  boxGap,
  boxWidths,
  cardVersion,
  cell,
  colours,
  greys,
  marker,
  markerLefts,
  markerText,
  patches,
  patchSize,
  pictureNames,
  pictureText,
  rgbOf,
  ruler,
  sample,
  strip,
  textSizes,
  tick,
  uses,
  type PictureName,
} from '../card'

/** The address of the remote pictures in the card that is committed; `example` is RFC 2606's. */
export const exampleAddress = 'https://board.example/assets'

/** The card: the whole message, and the pictures that it loads from a web server, by file name. */
export interface WrittenCard {
  message: string
  remotePictures: ReadonlyMap<string, Buffer>
}

/** Writes the card, the same bytes each time. All lines are ASCII, at most 998 characters long. */
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
  const embedded = [
    ...(await Promise.all(Array.from({ length: strip.count }, (_, index) => writeStrip(index)))),
    await png(tick.width, tick.height, (_, y) =>
      Math.abs(y + 0.5 - tick.height / 2) < tick.barHeight / 2 ? tick.bar : '#ffffff',
    ),
  ]
  return {
    message: writeMessage(
      writeHtml((name) => (name === 'data' ? data : `${address}/${fileOf(name)}`)),
      embedded,
    ),
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

const plain = 'cellpadding="0" cellspacing="0" border="0"'
const cid = (name: string): string => `cid:${name}@test-card`
const small = 'font-size:1px;line-height:1px'
const tickImage = `<img src="${cid('tick')}" width="${tick.width}" height="${tick.height}" alt="" style="display:block">`
/** As wide as its picture in every client, also in one that scales HTML alone. */
const tickCell = `<td>${tickImage}</td>`
const row = (cells: readonly string[]): string =>
  [`<table ${plain}><tr>`, tickCell, ...cells, '</tr></table>'].join('\n')

const colourCell: Record<(typeof uses)[number], (colour: string) => string> = {
  background: (colour) =>
    `<td width="${cell.width}" bgcolor="${colour}" style="background-color:${colour};${small}">&nbsp;</td>`,
  // A full block, which is nothing but its colour.
  text: (colour) =>
    `<td width="${cell.width}" align="center" style="color:${colour};font:17px/20px Arial,sans-serif">&#9608;</td>`,
  border: (colour) =>
    `<td width="${cell.width}" valign="top" style="border-top:${borderWidth}px solid ${colour};${small}">&nbsp;</td>`,
}

function writeHtml(addressOf: (name: PictureName) => string): string {
  const strips = Array.from(
    { length: strip.count },
    (_, index) =>
      `<img src="${cid(`strip-${index}`)}" width="${strip.width}" height="${strip.height}" alt="" style="display:block">`,
  )
  const pictureCell = (name: PictureName): string => {
    const address = addressOf(name)
    const size = `width="${marker.size}" height="${marker.size}"`
    if (name === 'background') return `<td ${size} background="${address}" style="${small}">&nbsp;</td>`
    if (name === 'css-background')
      return `<td ${size} style="background-image:url('${address}');${small}">&nbsp;</td>`
    return `<td ${size}><img src="${address}" ${size} alt="" style="display:block"></td>`
  }
  const gap = (width: number): string => `<td width="${width}" style="${small}">&nbsp;</td>`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Test card</title></head><body>',
    strips[0],
    ...[greys, colours].flatMap((ones) =>
      uses.map((use) => row([gap(cell.gap), ...ones.map(colourCell[use]), gap(cell.gap), tickCell])),
    ),
    strips[1],
    row([
      gap(ruler.left - tick.width),
      ...Array.from({ length: ruler.count }, () => [
        `<td width="1" bgcolor="#808080" style="background-color:#808080;${small}"></td>`,
        gap(ruler.pitch - 1),
      ]).flat(),
    ]),
    ...textSizes.map((size) =>
      row([
        `<td style="padding-left:4px;font:${size}px/28px Arial,sans-serif;white-space:nowrap">${sample.text}</td>`,
      ]),
    ),
    `<table ${plain} width="${strip.width}"><tr>`,
    ...pictureNames.map(pictureCell),
    '</tr></table>',
    strips[2],
    ...boxWidths.map((width) =>
      [
        `<table ${plain}><tr><td style="padding-right:${boxGap}px">${tickImage}</td>`,
        `<td><table ${plain} width="${width}" bgcolor="#3366cc" style="width:${width}px;background-color:#3366cc"><tr>`,
        `<td height="${tick.height}" style="${small}">&nbsp;</td></tr></table></td></tr></table>`,
      ].join('\n'),
    ),
    strips[3],
    '</body></html>',
  ].join('\n')
}

/** RFC 2046 §5.1 and RFC 2387: the HTML, and the pictures that it embeds. */
function writeMessage(html: string, embedded: readonly Buffer[]): string {
  const boundary = 'test-card'
  const names = embedded.map((_, index) => (index < strip.count ? `strip-${index}` : 'tick'))
  const parts = embedded.map((picture, index) =>
    [
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      `Content-ID: <${names[index]}@test-card>`,
      `Content-Disposition: inline; filename="${names[index]}.png"`,
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
    `Subject: Test card ${cardVersion}`,
    'Date: Sun, 01 Nov 2026 12:00:00 +0000',
    `Message-ID: <${cardVersion}@test-card>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/related; type="text/html"; boundary="${boundary}"`,
    '',
    ...[htmlPart, ...parts].flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\n')
}
