import { postEmail } from '@pas/testing/post-email'
import { request } from 'undici'
import {
  apiKey,
  composeVariable,
  describeContainers,
  dispatcher,
  engines,
  instantUrl,
  startStack,
  summary,
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
    const guid = await postEmail(
      instantUrl,
      apiKey,
      { html_text: html, plain_text: 'Half price.' },
      dispatcher,
    )
    const startedAt = performance.now()
    const answer = await request(`${instantUrl}/emails/${guid}/previews/${codeOf[engine]}/full`, {
      dispatcher,
    })
    await answer.body.dump()
    const ms = performance.now() - startedAt
    expect(answer.statusCode).toBe(301)
    const location = String(answer.headers.location)
    expect(location).toMatch(new RegExp(`^https://${composeVariable('IMAGES_HOST')}/`))
    const image = await request(location, { dispatcher })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    // A PNG's header has its width.
    expect(Buffer.from(await image.body.arrayBuffer()).readUInt32BE(16)).toBeGreaterThan(300)
    summary(`picture by ${engine} (${codeOf[engine]}): ${ms.toFixed(0)} ms`)
  })
})
