import { request } from 'undici'
import {
  composeVariable,
  describeContainers,
  dispatcher,
  engines,
  startStack,
  summary,
  askPreview,
  post,
} from './stack'

const green = '#00c040'
const html = `<body style="background: ${green}"><h1>Spring sale</h1><p>Half price.</p></body>`
/** A client of each engine. */
const codeOf = {
  chromium: 'CHROMEGMAILNEW',
  text: 'PLAINTEXT',
  webkit: 'APPMAIL16',
  firefox: 'FFGMAILNEW',
  thunderbird: 'THUNDERBIRDLATEST',
  roundcube: 'ROUNDCUBE',
} as const

describeContainers('a preview through Caddy', () => {
  beforeAll(startStack, 600_000)

  it.each(engines)('is drawn by %s, and a 301 leads to its picture', async (engine) => {
    const guid = await post({ html_text: html, plain_text: 'Half price.' })
    const startedAt = performance.now()
    const { status, location } = await askPreview(guid, codeOf[engine])
    const ms = performance.now() - startedAt
    expect(status).toBe(301)
    expect(location).toMatch(new RegExp(`^https://${composeVariable('IMAGES_HOST')}/`))
    const image = await request(location, { dispatcher })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    // A PNG's header has its width.
    expect(Buffer.from(await image.body.arrayBuffer()).readUInt32BE(16)).toBeGreaterThan(300)
    summary(`picture by ${engine} (${codeOf[engine]}): ${ms.toFixed(0)} ms`)
  })
})
