import { postEmail } from '@pas/testing/post-email'
import { startSmallWeb } from '@pas/testing/small-web'
import sharp from 'sharp'
import { createServices, type ServiceProcess, type Services } from './start-services'

const secure = { 'X-Forwarded-Proto': 'https' }

describe('an email goes in, a picture comes out', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let web: Awaited<ReturnType<typeof startSmallWeb>>

  beforeAll(async () => {
    const green = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00c040' } })
      .png()
      .toBuffer()
    web = await startSmallWeb((req, res) => {
      if (req.url === '/green.png') res.setHeader('Content-Type', 'image/png').end(green)
      else res.writeHead(404).end()
    })
    services = await createServices({ ASSET_ALLOW: `127.0.0.1:${web.port}` })
    ;[api, images] = await Promise.all([services.startApi(), services.startImages()])
  })
  afterAll(async () => {
    await services.close()
    await web.close()
  })

  it('serves its description, as OpenAPI and as a page', async () => {
    for (const path of ['/openapi.json', '/docs'])
      expect((await fetch(`${api.url}/v1${path}`, { headers: secure })).status).toBe(200)
  })

  const getPreview = (guid: string, path: string, from = api): Promise<Response> =>
    fetch(`${from.url}/v1/emails/${guid}/previews/${path}`, { headers: secure, redirect: 'manual' })

  async function fetchPicture(location: string): Promise<Buffer> {
    const response = await fetch(location.replace('https://images.test', images.url), { headers: secure })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    return Buffer.from(await response.arrayBuffer())
  }

  describe('with one worker', () => {
    let worker: ServiceProcess

    beforeAll(async () => {
      worker = await services.startWorker()
    })
    afterAll(() => worker.stop())

    it('draws an HTML email in Gmail, its image included, and in plain text', async () => {
      const guid = await postEmail(`${api.url}/v1`, services.apiKey, {
        subject: 'Green',
        html_text: `<body style="margin:0"><div style="background:#3030ff;height:60px"></div><img src="${web.url}/green.png" width="100" height="100" style="display:block"><p>Hello</p></body>`,
        plain_text: 'Hello in text',
      })
      const response = await getPreview(guid, 'CHROMEGMAILNEW/full')
      expect(response.status).toBe(301)
      expect(response.headers.get('connection')).toBe('close')
      const picture = await fetchPicture(response.headers.get('location') ?? '')
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(countPixels(data, [0x30, 0x30, 0xff])).toBeGreaterThan(60 * 300)
      expect(countPixels(data, [0x00, 0xc0, 0x40])).toBe(100 * 100)

      const json = (await (await getPreview(guid, 'CHROMEGMAILNEW')).json()) as Record<string, unknown>
      expect(json).toMatchObject({
        width: info.width,
        height: info.height,
        truncated: false,
        engine: 'chromium',
        fidelity: 'emulated',
      })
      for (const [size, width] of [
        ['thumb', 120],
        ['thumb450', 450],
      ] as const) {
        const small = await fetchPicture(String(json[`${size}_url`]))
        expect((await sharp(small).metadata()).width).toBe(width)
      }

      const text = await getPreview(guid, 'PLAINTEXT/full')
      expect(text.status).toBe(301)
      await fetchPicture(text.headers.get('location') ?? '')
    })

    it('draws a red cross in Outlook for an image that was lost, and no other', async () => {
      const guid = await postEmail(`${api.url}/v1`, services.apiKey, {
        html_text: `<img src="${web.url}/lost.png" width="300" height="150" alt="Shop"><p><img src="${web.url}/green.png">`,
      })
      const { headers } = await getPreview(guid, 'OL365/full')
      const picture = await fetchPicture(headers.get('location') ?? '')
      const data = await sharp(picture).removeAlpha().raw().toBuffer()
      expect(countPixels(data, [0x00, 0xc0, 0x40])).toBe(100 * 100)
      // The edge of its box, and its cross.
      expect(countPixels(data, [0xbf, 0xbf, 0xbf])).toBeGreaterThanOrEqual(2 * (300 + 150) - 4)
      expect(countPixels(data, [0xdd, 0x00, 0x00])).toBeGreaterThan(0)
    })

    it('draws an email on a phone of 2026 as on its predecessor', async () => {
      const guid = await postEmail(`${api.url}/v1`, services.apiKey, {
        html_text: '<div style="background:#3030ff;height:60px">Hello</div>',
      })
      const pictures = await Promise.all(
        ['ANDROID15GMAILAPP', 'ANDROID16GMAILAPP'].map(async (code) =>
          fetchPicture((await getPreview(guid, `${code}/full`)).headers.get('location') ?? ''),
        ),
      )
      const [before, after] = pictures
      expect(after).toEqual(before)
      const { data } = await sharp(after).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(countPixels(data, [0x30, 0x30, 0xff])).toBeGreaterThan(60 * 300)
    })
  })
})

function countPixels(data: Buffer, [red, green, blue]: readonly [number, number, number]): number {
  let count = 0
  for (let offset = 0; offset < data.length; offset += 3) {
    if (data[offset] === red && data[offset + 1] === green && data[offset + 2] === blue) count++
  }
  return count
}
