/*
 * `npm run bench -- client-pictures` draws one email in every email client and writes a small picture of each into
 * docs/clients/pictures, and docs/clients/pictures.json: which picture each email client has, as some share one. It is
 * not a benchmark but needs a running stack, as benchmarks do. `npm run generate:clients` writes the pages around the
 * pictures.
 */
import { emailClients } from '@pas/email-clients/catalogue'
import type { EmulatedDocument } from '@pas/email-clients/engine/emulated-document'
import sharp from 'sharp'
import { maxPictureBytes, readPictureNames } from './clients/picture-files'
import { emulateSpecimen, readSpecimen } from './clients/specimen'
import { startDemoWeb } from './demo-web'
import { openStack } from '@pas/testing/open-stack'
import { publish } from '../bench-folder'
import { runToEnd } from '@pas/testing/run-to-end'

/** In CSS pixels from the top left corner: the specimen fits into it. */
const seen = { width: 352, height: 560 }
const pictureWidth = 320

async function main(): Promise<void> {
  const stack = openStack()
  const web = await startDemoWeb()
  const guid = await stack.postEmail({ html_text: readSpecimen(web.url) })
  const unavailable = await stack.getUnavailableCodes()
  const known = readPictureNames()
  const names: Record<string, string> = {}
  // By document first: an engine may draw the same document twice with different bytes.
  const nameByDocument = new Map<string, string>()
  const nameByPicture = new Map<string, string>()
  let bytes = 0
  for (const emailClient of emailClients) {
    const { code, engine } = emailClient
    if (unavailable.has(code)) {
      console.log(`${code}: no worker serves its engine ${engine}; it keeps the picture of an earlier run`)
      if (known[code] !== undefined) names[code] = known[code]
      continue
    }
    const { document } = emulateSpecimen(emailClient)
    const documentKey = JSON.stringify([engine, document])
    const drawn = nameByDocument.get(documentKey)
    if (drawn !== undefined) {
      names[code] = drawn
      continue
    }
    const picture = await makeSmall(await stack.getPicture(guid, code), scaleOf(document))
    const pictureKey = picture.toString('latin1')
    const name = nameByPicture.get(pictureKey) ?? code
    names[code] = name
    nameByDocument.set(documentKey, name)
    if (name !== code) continue
    nameByPicture.set(pictureKey, name)
    bytes += picture.length
    publish(`${name}.jpg`, picture)
  }
  publish('pictures.json', `${JSON.stringify(names, null, 2)}\n`)
  console.log(
    `docs/clients/pictures: ${nameByPicture.size} for ${Object.keys(names).length} email clients, ${Math.round(bytes / 1024)} KB`,
  )
  await web.close()
}

const scaleOf = (document: EmulatedDocument): number =>
  'frame' in document ? document.frame.deviceScaleFactor : 1

/** In the best quality with which it has at most `maxPictureBytes`. */
async function makeSmall(png: Buffer, scale: number): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const part = sharp(png)
    .extract({
      left: 0,
      top: 0,
      width: Math.min(width, Math.round(seen.width * scale)),
      height: Math.min(height, Math.round(seen.height * scale)),
    })
    .flatten({ background: '#ffffff' })
    .resize({ width: pictureWidth })
  for (let quality = 72; quality > 0; quality -= 8) {
    const jpeg = await part.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= maxPictureBytes) return jpeg
  }
  throw new Error(`The picture has more than ${maxPictureBytes} bytes even in the lowest JPEG quality`)
}

runToEnd(main)
