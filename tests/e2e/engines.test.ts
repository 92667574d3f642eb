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
  chromium: [['CHROMEOUTLOOKCOM', 'emulated']],
  firefox: [
    ['FFOUTLOOKCOMDARK', 'emulated'],
    ['FFGMAILNEW', 'emulated'],
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

/** The three pictures of the email: one is fetched, one is a part of the message, one is written in its address. */
const squares = { fetched: '#00c040', part: '#3030ff', address: '#e000c0' } as const
type Square = keyof typeof squares

const drawSquare = (square: Square): Promise<Buffer> =>
  sharp({ create: { width: 100, height: 100, channels: 3, background: squares[square] } })
    .png()
    .toBuffer()

describe('every engine found on this machine', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let web: Awaited<ReturnType<typeof startSmallWeb>>
  let requestedImages: number

  beforeAll(async () => {
    const picture = await drawSquare('fetched')
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

  const post = async (): Promise<string> => {
    const part = (await drawSquare('part')).toString('base64')
    const data = `data:image/png;base64,${(await drawSquare('address')).toString('base64')}`
    const pictures = [`${web.url}/green.png`, 'cid:part', data].map(
      (src) => `<img src="${src}" alt="a square" width="100" height="100">`,
    )
    return postEmail(`${api.url}/v1`, services.apiKey, {
      raw_source: [
        'MIME-Version: 1.0',
        'Subject: Green',
        'From: news@example.com',
        'Content-Type: multipart/related; boundary="="',
        ...['', '--=', 'Content-Type: text/html', '', '<body><p>Hello there</p>', ...pictures, '</body>'],
        ...['--=', 'Content-Type: image/png', 'Content-ID: <part>', 'Content-Transfer-Encoding: base64'],
        ...['', part, '--=--', ''],
      ].join('\r\n'),
    })
  }

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
            const shown = await findSquares(png)
            // caniemail image-base64: Gmail shows no `data:` address.
            const addressShown = code.includes('GMAIL') ? [] : ['address']
            expect([code, shown]).toEqual([code, ['fetched', 'part', ...addressShown]])
            if (run === 'second') continue
            const blocked = await getPicture(guid, `${code}?images=blocked`)
            expect([code, await findSquares(blocked.png)]).toEqual([code, shown.slice(1)])
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

/** The pictures of which pixels are seen; `half` before one of which fewer are than its 100 × 100. */
async function findSquares(png: Buffer): Promise<string[]> {
  const data = await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const found: string[] = []
  for (const [square, colour] of Object.entries(squares)) {
    const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
    let count = 0
    for (let at = 0; at < data.length; at += 3) {
      if (channels.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= 2)) count++
    }
    if (count > 0) found.push(count < 100 * 100 ? `half ${square}` : square)
  }
  return found
}
