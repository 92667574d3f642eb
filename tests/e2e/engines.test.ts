import { configurationsBody } from '@pas/api-contract/clients'
import { previewBody } from '@pas/api-contract/previews'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { startSmallWeb } from '@pas/testing/small-web'
import sharp from 'sharp'
import { createServices, type ServiceProcess, type Services } from './start-services'

const secure = { 'X-Forwarded-Proto': 'https' }

/** Some email clients of each engine, and the `fidelity` that the API says of each. */
const clientsOf: Readonly<Record<string, readonly (readonly [code: string, fidelity: string])[]>> = {
  chromium: [['CHROMEGMAILNEW', 'emulated']],
  firefox: [
    ['FFGMAILNEW', 'emulated'],
    ['FFOUTLOOKCOMDARK', 'emulated'],
  ],
  roundcube: [
    ['ROUNDCUBE', 'client'],
    ['ROUNDCUBEMOBILE', 'client'],
  ],
  text: [
    ['PLAINTEXT', 'emulated'],
    ['W3M', 'engine'],
    ['LYNX', 'engine'],
  ],
  thunderbird: [
    ['THUNDERBIRDLATEST', 'client'],
    ['THUNDERBIRDDARK', 'client'],
  ],
  webkit: [
    ['APPMAIL16', 'engine'],
    ['IPHONE16DARK', 'engine'],
  ],
}

const green = [0x00, 0xc0, 0x40] as const

describe('every engine found on this machine', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let web: Awaited<ReturnType<typeof startSmallWeb>>
  let requestedImages: number

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00c040' } })
      .png()
      .toBuffer()
    requestedImages = 0
    web = await startSmallWeb((_req, res) => {
      requestedImages++
      res.setHeader('Content-Type', 'image/png').end(picture)
    })
    services = await createServices({ ASSET_ALLOW: `127.0.0.1:${web.port}` })
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
  })
  afterAll(async () => {
    await services.close()
    await web.close()
  })

  const post = (): Promise<string> =>
    postEmail(`${api.url}/v1`, services.apiKey, {
      subject: 'Green',
      from_address: 'news@example.com',
      html_text: `<body><p>Hello there</p><img src="${web.url}/green.png" alt="a green square" width="100" height="100"></body>`,
      plain_text: 'Hello there',
    })

  async function getPicture(guid: string, path: string): Promise<{ png: Buffer; json: unknown }> {
    const response = await fetch(`${api.url}/v1/emails/${guid}/previews/${path}`, { headers: secure })
    const body: unknown = await response.json()
    expect([path, response.status, body]).toEqual([path, 200, expect.anything()])
    const json = previewBody.parse(body)
    const image = await fetch(json.full_url.replace('https://images.test', images.url), { headers: secure })
    return { png: Buffer.from(await image.arrayBuffer()), json }
  }

  async function statusOf(code: string): Promise<object | undefined> {
    const response = await fetch(`${api.url}/v1/clients/configurations`, { headers: secure })
    return configurationsBody.parse(await response.json())[code]
  }

  for (const [engine, clients] of Object.entries(clientsOf)) {
    describeWithEngine(engine, engine, () => {
      it('draws its clients, the same bytes after a restart, with and without images, and is unavailable when no worker serves it', async () => {
        const [first = ['', '']] = clients
        expect(await statusOf(first[0])).toMatchObject({
          status: 'unavailable',
          status_reason: expect.stringContaining(engine) as string,
        })
        const pictures = new Map<string, Buffer>()
        // In the short run only Chromium's worker is started again: each engine's own tests start the engine again.
        const runs = isLongRun || engine === 'chromium' ? ['first', 'second'] : ['first']
        for (const run of runs) {
          const worker = await services.startWorker(engine)
          const guid = await post()
          for (const [code, fidelity] of isLongRun || engine === 'text' ? clients : clients.slice(0, 1)) {
            const { png, json } = await getPicture(guid, code)
            const { width, height } = await sharp(png).metadata()
            expect(json).toMatchObject({ engine, fidelity, width, height, truncated: false })
            expect(await statusOf(code)).toMatchObject({ status: 'normal', engine, fidelity })
            if (run === 'first') pictures.set(code, png)
            else expect([code, pictures.get(code)?.equals(png)]).toEqual([code, true])
            if (engine === 'text') continue
            expect([code, await countPixels(png, green)]).toEqual([code, expect.any(Number)])
            expect(await countPixels(png, green)).toBeGreaterThanOrEqual(100 * 100)
            if (run === 'second') continue
            const blocked = await getPicture(guid, `${code}?images=blocked`)
            expect([code, await countPixels(blocked.png, green)]).toEqual([code, 0])
          }
          expect(await worker.stop()).toBe(0)
        }
        // The API fetched each email's image once; an engine fetches nothing.
        expect(requestedImages).toBe(runs.length)
        requestedImages = 0
      })
    })
  }
})

async function countPixels(png: Buffer, colour: readonly [number, number, number]): Promise<number> {
  const data = await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer()
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    if (colour.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= 2)) count++
  }
  return count
}
