/*
 * `npm run bench -- contact-sheet` draws one newsletter in every family of email clients and puts the pictures on one
 * sheet, docs/images/contact-sheet.jpg. It is not a benchmark but needs a running stack, as benchmarks do: it posts the
 * newsletter and downloads each preview's picture.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue'
import sharp, { type OverlayOptions } from 'sharp'
import { demoFolder, startDemoWeb } from './demo-web'
import { openStack } from '@pas/testing/open-stack'
import { publish } from '../bench-folder'
import { runToEnd } from '@pas/testing/run-to-end'

/** A code, with a query where wanted, and a caption where the client's name does not do. */
const shown: readonly (readonly [preview: string, caption?: string])[] = [
  ['THUNDERBIRDLATEST'],
  ['THUNDERBIRDDARK'],
  ['ROUNDCUBE'],
  ['ROUNDCUBEMOBILE', 'Roundcube, phone'],
  ['APPMAIL16'],
  ['APPMAIL16DARK'],
  ['IPHONE16'],
  ['IPHONE16DARK'],
  ['IPADAIRGEN4'],
  ['GMAILIOS', 'Gmail App, iOS'],
  ['OUTLOOKIOS'],
  ['YAHOOIOS', 'Yahoo! Mail App, iOS'],
  ['OL2019MAC', 'Outlook, macOS'],
  ['FFGMAILNEW', 'Gmail, Firefox'],
  ['FFOUTLOOKCOMDARK', 'Outlook.com Dark, Firefox'],
  ['OL2016'],
  ['OL2016?images=blocked', 'Outlook 2016, images blocked'],
  ['OL365DARK'],
  ['WINDOWS10MAIL'],
  ['OUTLOOKNEW'],
  ['CHROMEOUTLOOKCOMDARK'],
  ['ANDROIDOUTLOOK'],
  ['CHROMEGMAILNEW'],
  ['ANDROID11GMAILAPP', 'Gmail App, Android'],
  ['ANDROID10GMAILAPPDARK'],
  ['ANDROIDGMAILIMAP'],
  ['CHROMEYAHOO'],
  ['YAHOOANDROID', 'Yahoo! Mail App, Android'],
  ['CHROMEAOLONLINE'],
  ['ANDROIDSAMSUNG10'],
  ['ANDROID6'],
  ['CHROMEGMXDE'],
  ['CHROMETONLINEDE'],
  ['PROTONMAIL'],
  ['FASTMAIL'],
  ['HEY'],
  ['LAPOSTE'],
  ['ORANGE'],
  ['SFR'],
  ['CHROMEMAILRU'],
  ['WPPL'],
  ['NOTES9'],
  ['ANDROIDSAMSUNG10?orientation=horizontal', 'Samsung Email, turned'],
  ['COLORBLIND'],
  ['PLAINTEXT'],
  ['W3M'],
  ['LYNX'],
]

const columns = 8
const cell = { width: 300, height: 420, caption: 34, gap: 16 }

async function main(): Promise<void> {
  const stack = openStack()
  const web = await startDemoWeb()
  const html = readFileSync(path.join(demoFolder, 'newsletter.html'), 'utf8').replaceAll(
    '{{assets}}',
    web.url,
  )
  const guid = await stack.postEmail({ html_text: html })
  const tiles: OverlayOptions[] = []
  for (const [index, [preview, caption]] of shown.entries()) {
    const left = cell.gap + (index % columns) * (cell.width + cell.gap)
    const top = cell.gap + Math.floor(index / columns) * (cell.height + cell.caption + cell.gap)
    const picture = await stack.getPicture(guid, preview)
    tiles.push({ input: await fit(picture), left, top })
    const name = caption ?? findEmailClient(preview)?.name ?? preview
    tiles.push({ input: captionOf(name), left, top: top + cell.height })
  }
  const rows = Math.ceil(shown.length / columns)
  const sheet = await sharp({
    create: {
      width: cell.gap + columns * (cell.width + cell.gap),
      height: cell.gap + rows * (cell.height + cell.caption + cell.gap),
      channels: 3,
      background: '#dfe3e8',
    },
  })
    .composite(tiles)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  publish('contact-sheet.jpg', sheet)
  console.log(`docs/images/contact-sheet.jpg: ${shown.length} clients, ${Math.round(sheet.length / 1024)} KB`)
  await web.close()
}

/** Scaled to the cell's width, cut or filled up with white. */
async function fit(picture: Buffer): Promise<Buffer> {
  const scaled = sharp(picture).resize({ width: cell.width })
  const { data, info } = await scaled.toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, cell.height)
  return sharp(data)
    .extract({ left: 0, top: 0, width: cell.width, height })
    .extend({ bottom: cell.height - height, background: '#ffffff' })
    .toBuffer()
}

function captionOf(text: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.caption}">
      <text x="${cell.width / 2}" y="22" text-anchor="middle" font-family="Arial, sans-serif" font-size="16" fill="#1b2733">${text}</text>
    </svg>`,
  )
}

runToEnd(main)
