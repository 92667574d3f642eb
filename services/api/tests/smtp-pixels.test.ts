import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { pngOf } from './asset-pictures'
import { newMessage, SmtpDialogue } from './smtp-dialogue'
import { startApi, type TestApi } from './start-api'

let web: SmallWeb
let asked: string[] = []
const apis: TestApi[] = []

beforeAll(async () => {
  const png = pngOf(30, 30)
  web = await startSmallWeb((req, res) => {
    asked.push(req.url ?? '')
    res.end(png)
  })
})
afterAll(async () => {
  for (const api of apis) await api.close()
  await web.close()
})

const start = async (fetchesTrackingPixels: boolean): Promise<TestApi> => {
  asked = []
  const api = await startApi({ assetAllow: new URL(web.url).host, smtp: {}, fetchesTrackingPixels })
  apis.push(api)
  return api
}

const bodyOf = (url: string): string =>
  [
    `<img src="${url}/attributes" width="1" height="1">`,
    `<img src="${url}/zero" width=0 height=0>`,
    `<img src="${url}/style" style="border:0; WIDTH:1px; height: 1px !important">`,
    `<img src="${url}/track/open.php?u=1">`,
    `<img src="${url}/wf/open?upn=x" width=30>`,
    `<img src="${url}/picture" width="30" height="30">`,
    `<img src="${url}/line" width="100%" height="1">`,
    `<img src="${url}/both" width=1 height=1><img src="${url}/both" width=30>`,
  ].join('\r\n')

async function sendAndLook(api: TestApi): Promise<Record<string, string | null>> {
  const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
  await dialogue.signIn(api.apiKey, 'pixels')
  const message = newMessage('pixels', 'Content-Type: text/html\r\n').replace('<p>Hello</p>', bodyOf(web.url))
  const guid = /Stored as (\S+)/.exec(await dialogue.send(message))?.[1] ?? ''
  dialogue.destroy()
  expect(asked).toEqual([])
  await api.assetCompletion.complete(guid)
  const answer = await fetch(`${api.url}/emails/${guid}/assets`, { headers: api.headers })
  const assets = (await answer.json()) as { url: string; status: string; reason: string | null }[]
  return Object.fromEntries(
    assets.map(({ url, status, reason }) => [new URL(url).pathname, status === 'kept' ? null : reason]),
  )
}

const pixels = ['/attributes', '/zero', '/style', '/track/open.php', '/wf/open']
const pictures = ['/picture', '/line', '/both']

describe('pictures of mail that count openings', () => {
  it('are not asked for, and said to have failed with counts_an_open', async () => {
    const reasons = await sendAndLook(await start(false))
    expect(reasons).toEqual({
      ...Object.fromEntries(pixels.map((path) => [path, 'counts_an_open'])),
      ...Object.fromEntries(pictures.map((path) => [path, null])),
    })
    expect(asked.sort()).toEqual([...pictures].sort())
  })

  it('are fetched with FETCH_TRACKING_PIXELS=1', async () => {
    const reasons = await sendAndLook(await start(true))
    expect(Object.values(reasons)).toEqual(Array(8).fill(null))
    expect(new Set(asked.map((url) => url.split('?')[0]))).toEqual(new Set([...pixels, ...pictures]))
  })
})
