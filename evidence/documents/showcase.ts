/*
 * `npm run bench -- showcase` draws the example partner's newsletter in three email clients, for the first page of the
 * README: docs/images/newsletter-*.jpg. It is not a benchmark but needs a running stack, as benchmarks do, with the
 * engines chromium and webkit.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { openStack } from '@pas/testing/open-stack'
import { publish } from '../bench-folder'
import { runToEnd } from '@pas/testing/run-to-end'

const shown = {
  'newsletter-gmail': 'CHROMEGMAILNEW',
  'newsletter-outlook': 'OL2016',
  'newsletter-iphone-dark': 'IPHONE16DARK',
}
/** The middle of a desktop client's picture: the newsletter with a margin. */
const seenWidth = 640
/** Twice the size at which the README shows them. */
const size = { width: 580, height: 1060 }

async function main(): Promise<void> {
  const stack = openStack()
  const newsletter = path.resolve(__dirname, '../../examples/partner/newsletter.html')
  const html = readFileSync(newsletter, 'utf8').replaceAll('{{images}}', stack.demoAssetsUrl)
  const guid = await stack.postEmail({ html_text: html })
  for (const [name, code] of Object.entries(shown)) {
    const jpeg = await makeSmall(await stack.getPicture(guid, code), code.startsWith('IPHONE'))
    publish(`${name}.jpg`, jpeg)
    console.log(`docs/images/${name}.jpg: ${Math.round(jpeg.length / 1024)} KB`)
  }
}

async function makeSmall(png: Buffer, isPhone: boolean): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const seen = isPhone ? width : seenWidth
  const part = await sharp(png)
    .extract({ left: Math.round((width - seen) / 2), top: 0, width: seen, height })
    .resize({ width: size.width })
    .toBuffer()
  return sharp(part)
    .resize({ ...size, fit: 'cover', position: 'top' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

runToEnd(main)
