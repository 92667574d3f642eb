/*
 * How fast a new preview is, next to the browser alone. (a) the floor: a page used again and again, the DevTools protocol itself. (b) what a
 * user would write with Playwright. (c) ours: GET of a new preview to its 301, over HTTPS, emulation, queue, stores and all. All three draw the
 * same document with the same assets; rounds of a, b and c take turns, so that the machine's moods hit all alike.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { frozenEmailKey } from '@pas/capture-queue/frozen-email'
import { openDatabase } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { emulate } from '@pas/email-clients/emulate/emulate'
import { parseConfig } from '@pas/runtime/config'
import { openStorage, storageConfig, storageVariables } from '@pas/storage/open-storage'
import { chromium, type Browser } from 'playwright'
import { request } from 'undici'
import { z } from 'zod'
import { blankPageUrl, startAssetOrigin } from '../services/render-worker/src/asset-origin'
import { startChromium } from '../services/render-worker/src/engines/chromium/start-chromium'
import { measureArea } from '../services/render-worker/src/engines/chromium/measure-area'
import { openDocument, preparePage } from '../services/render-worker/src/engines/chromium/prepared-page'
import { messageOrder } from '../services/render-worker/src/engines/message-area'
import { loadEmail } from '../services/render-worker/src/load-email'
import { percentile, perSecond, report, timeEach } from './measure'
import { buildNewsletter } from './newsletter'
import { startNewsletterWeb } from './newsletter-web'
import { openStack, stackVariable } from './stack'

const code = 'CHROMEGMAILNEW'
const captures = Number(process.env.BENCH_CAPTURES ?? 50)
const warmUps = 5
const perRound = 10

async function main(): Promise<void> {
  const stack = openStack()
  const storage = openStorage(storageConfig(parseConfig(z.object(storageVariables), process.env)))
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 10 })
  const web = await startNewsletterWeb()
  const html = await buildNewsletter(web.url)
  const postNewsletter = (): Promise<string> =>
    stack.postEmail({ html_text: html, subject: 'The month in coffee' })

  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  const email = await loadEmail(storage, await postNewsletter(), 'allowed', AbortSignal.timeout(20_000))
  await Promise.all(email.assets.map(({ body }) => body))
  const emulation = (): ReturnType<typeof emulate> =>
    emulate(emailClient, email.content, {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl: (url: string) => email.assetUrls.get(url) ?? null,
    })
  const { document } = emulation()
  if (document.kind !== 'html' || document.captureSelector === null) throw new Error('no HTML to draw')
  const { frame } = document

  const assetOrigin = await startAssetOrigin(() => undefined)
  assetOrigin.serve(email.assets)
  const executablePath = stackVariable('CHROMIUM_PATH')
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? '',
  }
  const bare = await startChromium({
    executablePath,
    proxyUrl: assetOrigin.proxyUrl,
    isSandboxed: true,
    environment,
  })
  const pages = await Promise.all(
    [0, 1].map(async () => openDocument(await preparePage(bare.driver.connection, frame), blankPageUrl)),
  )

  // The clip is found once: it is the same document every time, and the floor owes nobody a look.
  const clipOf = async (index: number): Promise<{ x: number; y: number; width: number; height: number }> => {
    return (await measureArea(pages[index]!, messageOrder(document))).area
  }
  const drawBare = async (
    index: number,
    clip?: { x: number; y: number; width: number; height: number },
  ): Promise<Buffer> => {
    const { session, frameId } = pages[index]!
    const loaded = session.next('Page.loadEventFired')
    await session.send('Page.setDocumentContent', { frameId, html: document.html })
    await loaded
    if (!clip) return Buffer.alloc(0)
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: true,
      clip: { ...clip, scale: 1 },
    })
    return data as unknown as Buffer // The connection speaks CBOR, where pictures are bytes.
  }
  await drawBare(0)
  const clip = await clipOf(0)
  const floor = (index = 0): Promise<Buffer> => drawBare(index, clip)

  const usual: Browser = await chromium.launch({
    executablePath,
    chromiumSandbox: true,
    proxy: { server: assetOrigin.proxyUrl, bypass: '<-loopback>' },
    env: environment,
  })
  const asUsual = async (): Promise<Buffer> => {
    const context = await usual.newContext({
      viewport: { width: frame.width, height: frame.height },
      deviceScaleFactor: frame.deviceScaleFactor,
    })
    const page = await context.newPage()
    await page.setContent(document.html)
    const png = await page.screenshot({ fullPage: true, clip })
    await context.close()
    return png
  }

  const guids: string[] = []
  for (let index = 0; index < warmUps + captures * 2; index++) guids.push(await postNewsletter())
  const ours = (): Promise<unknown> => stack.getPreview(guids.pop() ?? '', code)

  const floorPng = await floor()
  const usualPng = await asUsual()
  const size = (png: Buffer): string =>
    `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)} px, ${Math.round(png.length / 1024)} KB`
  console.log(
    `${html.length} characters of HTML, ${email.assets.length} images; floor draws ${size(floorPng)}, as usual ${size(usualPng)}`,
  )
  for (let index = 0; index < warmUps; index++) await Promise.all([floor(), asUsual().then(ours)])

  const times = {
    floor: [] as number[],
    usual: [] as number[],
    ours: [] as number[],
    emulate: [] as number[],
  }
  for (let round = 0; round < captures / perRound; round++) {
    times.floor.push(...(await timeEach(perRound, () => floor())))
    times.usual.push(...(await timeEach(perRound, asUsual)))
    times.ours.push(...(await timeEach(perRound, ours)))
    times.emulate.push(...(await timeEach(perRound, () => Promise.resolve(emulation()))))
  }
  const floorRates: number[] = []
  const ourRates: number[] = []
  for (let round = 0; round < captures / perRound; round++) {
    let free = [0, 1]
    floorRates.push(
      await perSecond(perRound, 2, async () => {
        const [page = 0, ...others] = free
        free = others
        await floor(page)
        free.push(page)
      }),
    )
    ourRates.push(await perSecond(perRound, 2, ours))
  }

  const emails = await benchCreate()
  const redirects = await benchRedirect()

  const p50 = (list: readonly number[]): number => percentile(list, 50)
  report(
    'capture',
    {
      'floor p50 ms': p50(times.floor),
      'floor p95 ms': percentile(times.floor, 95),
      'as usual p50 ms': p50(times.usual),
      'as usual p95 ms': percentile(times.usual, 95),
      'ours p50 ms': p50(times.ours),
      'ours p95 ms': percentile(times.ours, 95),
      'of which emulation p50 ms': p50(times.emulate),
      'floor per second, 2 at a time': p50(floorRates),
      'ours per second, 2 at a time': p50(ourRates),
      'POST without images p50 ms': p50(emails.ours),
      'insert and object write p50 ms': p50(emails.bare),
      'captured 301 p50 ms': p50(redirects.ours),
      'bare route p50 ms': p50(redirects.bare),
    },
    {
      'ours / floor, p50': { ratio: p50(times.ours) / p50(times.floor), wanted: { atMost: 1.5 } },
      'ours / as usual, p50': { ratio: p50(times.ours) / p50(times.usual), wanted: { below: 1 } },
      'throughput, ours / floor': { ratio: p50(ourRates) / p50(floorRates), wanted: { atLeast: 0.75 } },
      'POST / insert and object write, p50': {
        ratio: p50(emails.ours) / p50(emails.bare),
        wanted: { atMost: 2 },
      },
      'captured 301 / bare route, p50': {
        ratio: p50(redirects.ours) / p50(redirects.bare),
        wanted: { atMost: 1.5 },
      },
    },
  )
  for (const page of pages) await page.close()
  await bare.kill()
  await usual.close()
  await assetOrigin.close()
  await db.$disconnect()
  web.close()
  process.exit(0)

  /** `POST /emails` without images, and the same insert and object write called directly. */
  async function benchCreate(): Promise<{ ours: number[]; bare: number[] }> {
    const withoutImages = html.replaceAll(/<img[^>]*>/g, '')
    const { accountId } = await db.email.findFirstOrThrow()
    const direct = async (): Promise<void> => {
      const id = randomUUID()
      const content = {
        htmlText: withoutImages,
        plainText: null,
        subject: null,
        fromAddress: null,
        fromDisplayName: null,
        assets: [],
      }
      await storage.put(frozenEmailKey(id), Buffer.from(JSON.stringify(content)), 'application/json')
      const createdAt = new Date()
      await db.email.create({
        data: { id, accountId, createdAt, expiresAt: new Date(createdAt.getTime() + 1000) },
      })
    }
    const post = (): Promise<string> => stack.postEmail({ html_text: withoutImages })
    await timeEach(20, post)
    await timeEach(20, direct)
    const result = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 10; round++) {
      result.ours.push(...(await timeEach(20, post)))
      result.bare.push(...(await timeEach(20, direct)))
    }
    return result
  }

  /** A captured preview's 301, and a bare Express route with the same TLS, Prisma client and pool. */
  async function benchRedirect(): Promise<{ ours: number[]; bare: number[] }> {
    const preview = await db.preview.findFirstOrThrow({ where: { status: 'captured', emailClient: code } })
    const tls = path.join(stackVariable('PAS_HOME'), 'tls')
    const server = fork(path.join(__dirname, 'bare-server.ts'), [
      stackVariable('DATABASE_URL'),
      path.join(tls, 'server.pem'),
      path.join(tls, 'server.key'),
      'preview',
      preview.id,
    ])
    const [{ port }] = (await once(server, 'message')) as [{ port: number }]
    const bareRoute = async (): Promise<void> => {
      const answer = await request(`https://localhost:${port}/bare`, {
        dispatcher: stack.dispatcher,
      })
      await answer.body.dump()
    }
    const captured = (): Promise<unknown> => stack.getPreview(preview.emailId, code)
    await timeEach(200, captured)
    await timeEach(200, bareRoute)
    const result = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 10; round++) {
      result.ours.push(...(await timeEach(100, captured)))
      result.bare.push(...(await timeEach(100, bareRoute)))
    }
    server.kill()
    return result
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
