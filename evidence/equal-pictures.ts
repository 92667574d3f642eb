/*
 * `npm run bench -- equal-pictures FOLDER` draws the same email again and again: the first 40 HTML files of a folder, in
 * 12 email clients of every engine, 10 times each, by two workers of each engine on a busy machine. A capture whose
 * pixels differ from those of the same email's first capture is a fault of its engine. Addresses of pictures in the
 * files are replaced by those of pictures on this machine. `--documents N`, `--captures N`, `--clients A,B`.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { previewListBody } from '@pas/api-contract/previews'
import { openDatabase, type Database } from '@pas/db/database'
import sharp, { type OutputInfo } from 'sharp'
import { request } from 'undici'
import { report } from '@pas/testing/measure'
import { drawNewsletterImages } from '../bench/newsletter-web'
import { runToEnd } from '@pas/testing/run-to-end'
import { openStack, stackVariable, type Stack } from '@pas/testing/open-stack'
import { serveFiles } from '@pas/testing/small-web'

const shownIn = [
  ...['CHROMEGMAILNEW', 'ANDROID15GMAILAPPDARK', 'OL2016', 'YAHOOANDROID', 'ANDROIDSAMSUNG15', 'OL365DARK'],
  ...['IPHONE17', 'APPMAIL26DARK', 'FFYAHOO', 'THUNDERBIRDLATEST', 'ROUNDCUBE', 'W3M'],
]

interface Capture {
  emailClient: string
  /** Null: the capture failed. */
  sha256: string | null
  failure: string | null
  guid: string
}

/** Resolves to whether all captures were made and are equal. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      documents: { type: 'string', default: '40' },
      captures: { type: 'string', default: '10' },
      clients: { type: 'string', default: shownIn.join(',') },
    },
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new Error("No folder with emails was named: 'npm run bench -- equal-pictures FOLDER'.")
  const stack = openStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 4 })
  const images = await drawImages()
  const web = await serveFiles(images, 'image/png')
  const unavailable = await stack.getUnavailableCodes()
  const codes = values.clients.split(',').filter((code) => !unavailable.has(code))
  console.log(`${codes.length} email clients: ${codes.join(' ')}`)
  const files = readdirSync(folder)
    .filter((name) => /\.html?$/i.test(name))
    .sort()
    .slice(0, Number(values.documents))

  // Each ends with this process, also when that is killed.
  const loop = `for (;;) if (process.ppid !== ${process.pid}) process.exit()`
  const busy = [1, 2].map(() => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  const counts = { captures: 0, failed: 0, different: 0 }
  for (const file of files) {
    const html = withImages(readFileSync(path.join(folder, file), 'utf8'), web.url, [...images.keys()])
    const captures = await capture(stack, db, { html, codes, times: Number(values.captures) })
    counts.captures += captures.length
    for (const code of codes) {
      const ofClient = captures.filter(({ emailClient }) => emailClient === code)
      const failed = ofClient.filter(({ sha256 }) => sha256 === null)
      const different = ofClient.filter(({ sha256 }) => sha256 !== null && sha256 !== ofClient[0]?.sha256)
      counts.failed += failed.length
      counts.different += different.length
      if (failed.length > 0) {
        const kinds = [...new Set(failed.map(({ failure }) => failure))].join(', ')
        console.log(`${file}, ${code}: ${failed.length} of ${ofClient.length} failed: ${kinds}`)
      }
      if (different[0] && ofClient[0])
        console.log(
          `${file}, ${code}: ${different.length} of ${ofClient.length} differ: ${await describeDifference(stack, ofClient[0], different[0])}`,
        )
    }
  }
  for (const child of busy) child.kill()
  await web.close()
  await db.$disconnect()
  report(
    'equal-pictures',
    { documents: files.length, 'email clients': codes.length, ...counts },
    {
      'different / captures': { ratio: counts.different / counts.captures, wanted: { atMost: 0 } },
      'failed / captures': { ratio: counts.failed / counts.captures, wanted: { atMost: 0 } },
    },
  )
  return counts.different + counts.failed === 0
}

/** By path: photographs, and one with an alpha channel, all PNGs. */
async function drawImages(): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const [name, jpeg] of await drawNewsletterImages())
    images.set(name, await sharp(jpeg).png().toBuffer())
  const see = {
    width: 240,
    height: 160,
    channels: 4,
    background: { r: 20, g: 90, b: 160, alpha: 0.5 },
  } as const
  return images.set('/half.png', await sharp({ create: see }).png().toBuffer())
}

/** Replaces each picture's address, the same by the same. */
function withImages(html: string, url: string, names: readonly string[]): string {
  const given = new Map<string, string>()
  return html.replaceAll(
    /((?:\bsrc|\bbackground)\s*=\s*["']|\burl\(\s*["']?)([^"')\s>]+)/gi,
    (_, before: string, address: string) => {
      const name = given.get(address) ?? names[given.size % names.length] ?? ''
      given.set(address, name)
      return `${before}${url}${name}`
    },
  )
}

/** Waits until all previews are finished. */
async function capture(
  stack: Stack,
  db: Database,
  { html, codes, times }: { html: string; codes: readonly string[]; times: number },
): Promise<Capture[]> {
  const guids: string[] = []
  for (let time = 0; time < times; time++)
    guids.push(
      await stack.postEmail({ html_text: html, configurations: codes.map((client) => ({ client })) }),
    )
  for (const guid of guids) {
    for (let isComplete = false; !isComplete;) {
      const answer = await request(`${stack.instantUrl}/emails/${guid}/previews`, {
        dispatcher: stack.dispatcher,
        headers: { prefer: 'wait=30', authorization: stack.authorization },
      })
      isComplete = previewListBody.parse(await answer.body.json()).complete
    }
  }
  const rows = await db.preview.findMany({
    where: { emailId: { in: guids } },
    orderBy: { capturedAt: 'asc' },
  })
  return rows.map(({ emailClient, failure, pictureSha256, emailId }) => ({
    emailClient,
    failure,
    sha256: pictureSha256 && Buffer.from(pictureSha256).toString('hex'),
    guid: emailId,
  }))
}

/** How many pixels differ, and in which rectangle. */
async function describeDifference(stack: Stack, one: Capture, other: Capture): Promise<string> {
  const read = async ({ guid, emailClient }: Capture): Promise<{ data: Buffer; info: OutputInfo }> =>
    sharp(await stack.getPicture(guid, emailClient))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  const [first, second] = [await read(one), await read(other)]
  if (first.info.width !== second.info.width || first.info.height !== second.info.height)
    return `${first.info.width} × ${first.info.height}, ${second.info.width} × ${second.info.height} px`
  let count = 0
  const [columns, lines] = [
    { from: Infinity, to: -1 },
    { from: Infinity, to: -1 },
  ]
  for (let at = 0; at < first.data.length; at += 4) {
    if (first.data.readUInt32LE(at) === second.data.readUInt32LE(at)) continue
    count++
    const [x, y] = [(at / 4) % first.info.width, Math.floor(at / 4 / first.info.width)]
    Object.assign(columns, { from: Math.min(columns.from, x), to: Math.max(columns.to, x) })
    Object.assign(lines, { from: Math.min(lines.from, y), to: Math.max(lines.to, y) })
  }
  return `${count} px, x ${columns.from}–${columns.to}, y ${lines.from}–${lines.to}`
}

runToEnd(main)
