import type { assetsBody } from '@pas/api-contract/assets'
import type { changesBody } from '@pas/api-contract/changes'
import { assetUrl } from '@pas/emails/frozen-email'
import { assetPackKey } from '@pas/emails/storage-keys'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { listAssets } from '@pas/emails/asset-lists'
import type { z } from 'zod'
import { pngOf } from './asset-pictures'
import { addAccount, postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

const png = pngOf(10, 10)

type Asset = z.output<typeof assetsBody>[number]

let web: SmallWeb
let api: TestApi
beforeAll(async () => {
  web = await startSmallWeb((req, res) => {
    switch (req.url) {
      case '/a.png':
        return void res.setHeader('Content-Type', 'image/png').end(png)
      case '/s.css':
        return void res.setHeader('Content-Type', 'text/css').end('a{b:url(lost.png)}')
      case '/page':
        return void res.setHeader('Content-Type', 'text/html').end('<p>')
      case '/huge.png':
        return void res.writeHead(200, { 'Content-Length': 9 * 1024 * 1024 }).end(png)
      case '/secret.png':
        return void res.writeHead(403).end()
      case undefined:
      default:
        return void res.writeHead(404).end()
    }
  })
  api = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
})
afterAll(async () => {
  await api.close()
  await web.close()
})

const get = (path: string, headers = api.headers): Promise<Response> =>
  fetch(`${api.url}${path}`, { headers })
const assetsOf = async (guid: string): Promise<Asset[]> => {
  const response = await get(`/emails/${guid}/assets`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return (await response.json()) as Asset[]
}
/** An email with two assets that are kept, and eight that are not. */
const withUser = (): string => web.url.replace('//', '//ada@')
const html = (): string =>
  [
    `<img src="${web.url}/a.png"><img src="{{hero}}">`,
    `<link rel="stylesheet" href="${web.url}/s.css">`,
    `  <img src="${web.url}/secret.png"><img src="${web.url}/page"><img src="${web.url}/huge.png">`,
    '<img src="http://10.0.0.1/inside.png"><img src="cid:none">' + `<img src="${withUser()}/a.png">`,
  ].join('\n')

describe('the assets of an email', () => {
  it('are counted in the answer to its upload', async () => {
    const { body } = await postJson(api, '/emails', { html_text: html() }, api.headers)
    expect(body.assets).toEqual({ kept: 2, failed: 8 })
    const text = await postJson(api, '/emails', { plain_text: 'x' }, api.headers)
    expect(text.body.assets).toEqual({ kept: 0, failed: 0 })
  })

  it('are listed in the email’s order, each with its place, and the reason why it failed', async () => {
    const guid = await postEmail(api, { html_text: html() })
    const width = `${web.url}/a.png`.length
    const assets = await assetsOf(guid)
    expect(assets[0]).toEqual({
      url: `${web.url}/a.png`,
      status: 'kept',
      reason: null,
      http_status: null,
      bytes: png.length,
      content_type: 'image/png',
      width: 10,
      height: 10,
      where: { line: 1, column: 6 },
    })
    expect(assets[1]).toEqual({
      url: '{{hero}}',
      status: 'failed',
      reason: 'relative',
      http_status: null,
      bytes: null,
      content_type: null,
      width: null,
      height: null,
      where: { line: 1, column: width + 18 },
    })
    expect(
      assets.map(({ url, reason, http_status: status, where }) => [
        url.replace(web.url, ''),
        reason,
        status,
        where?.line,
      ]),
    ).toEqual([
      ['/a.png', null, null, 1],
      ['{{hero}}', 'relative', null, 1],
      ['/s.css', null, null, 2],
      ['/lost.png', 'status', 404, 2],
      ['/secret.png', 'status', 403, 3],
      ['/page', 'type', null, 3],
      ['/huge.png', 'too_large', null, 3],
      ['http://10.0.0.1/inside.png', 'no_public_address', null, 4],
      ['cid:none', 'missing_part', null, 4],
      [`${withUser()}/a.png`, 'url', null, 4],
    ])
  })

  it('of more than 500 are tried, and the next 500 are told', async () => {
    const images = Array.from({ length: 1_200 }, (_, n) => `<img src="cid:${n}">`).join('')
    const { body } = await postJson(api, '/emails', { html_text: images }, api.headers)
    expect(body.assets).toEqual({ kept: 0, failed: 1_000 })
    const reasons = (await assetsOf(body.email_guid as string)).map(({ reason }) => reason)
    expect(reasons.slice(0, 500)).toEqual(Array(500).fill('missing_part'))
    expect(reasons.slice(500)).toEqual(Array(500).fill('too_many'))
  })

  it('of a whole message have no place when they are only attached', async () => {
    const raw_source = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<img src="cid:none">',
      '--b',
      'Content-Type: image/png',
      'Content-Disposition: attachment; filename=a.png',
      'Content-Transfer-Encoding: base64',
      '',
      png.toString('base64'),
      '--b--',
      '',
    ].join('\r\n')
    const assets = await assetsOf(await postEmail(api, { raw_source }))
    expect(assets.map(({ status, where }) => [status, where])).toEqual([
      ['failed', { line: 1, column: 6 }],
      ['kept', null],
    ])
  })

  it('are for the owner only, and for 48 hours', async () => {
    const guid = await postEmail(api, { html_text: html() })
    expect((await get(`/emails/${guid}/assets`, await addAccount(api))).status).toBe(404)
    expect((await get(`/emails/${guid}/assets`, { 'X-Forwarded-Proto': 'https' })).status).toBe(401)
    await api.db.email.update({ where: { id: guid }, data: { expiresAt: api.clock.now() } })
    expect((await get(`/emails/${guid}/assets`)).status).toBe(404)
  })
})

describe('/changes of an email with assets that failed', () => {
  it('has a row for each in email clients that show images, and none where these are blocked or never shown', async () => {
    const guid = await postEmail(api, { html_text: html() })
    const rows = async (rest: string): Promise<{ what: string; source: string; where: unknown }[]> => {
      const response = await get(`/emails/${guid}/previews/${rest}`)
      const changes = (await response.json()) as z.output<typeof changesBody>
      return changes.filter(({ rule }) => rule === 'asset-not-fetched')
    }
    for (const client of ['CHROMEGMAILNEW', 'OL2016', 'APPMAIL16', 'THUNDERBIRDLATEST'])
      expect([client, (await rows(`${client}/changes`)).length]).toEqual([client, 8])
    expect(await rows('CHROMEGMAILNEW/changes')).toContainEqual({
      rule: 'asset-not-fetched',
      effect: 'visible',
      basis: 'rule',
      boxes: [],
      instead: null,
      what: `${web.url}/secret.png`,
      where: { line: 3, column: 8 },
      count: 1,
      source: expect.stringMatching(/status other than 200 \(403\)$/) as string,
      source_url: null,
    })
    for (const rest of ['CHROMEGMAILNEW/changes?images=blocked', 'PLAINTEXT/changes', 'LYNX/changes'])
      expect([rest, await rows(rest)]).toEqual([rest, []])
  })
})

describe('a new version with keep_assets', () => {
  const requests: string[] = []
  let lost: Set<string>
  let own: SmallWeb
  let ownApi: TestApi
  beforeAll(async () => {
    own = await startSmallWeb((req, res) => {
      const path = req.url ?? ''
      requests.push(path)
      if (lost.has(path)) return void res.writeHead(503).end()
      if (!path.endsWith('.css')) return void res.setHeader('Content-Type', 'image/png').end(png)
      const css = path === '/whole.css' ? 'a{b:url(in.png#x);c:url(ftp://d/e)}' : 'a{b:url(late.png)}'
      res.setHeader('Content-Type', 'text/css').end(css)
    })
    ownApi = await startApi({ assetAllow: `127.0.0.1:${own.port}` })
  })
  afterAll(async () => {
    await ownApi.close()
    await own.close()
  })
  const statusesOf = async (guid: string): Promise<Record<string, string>> => {
    const response = await fetch(`${ownApi.url}/emails/${guid}/assets`, { headers: ownApi.headers })
    const assets = (await response.json()) as Asset[]
    return Object.fromEntries(assets.map(({ url, status }) => [url.replace(own.url, ''), status]))
  }

  it('keeps what the earlier version kept, and fetches what that one lacks alone', async () => {
    lost = new Set(['/b.png', '/late.png'])
    const html = [
      `<img src="${own.url}/a.png"><img src="${own.url}/b.png">`,
      `<link rel="stylesheet" href="${own.url}/whole.css">`,
      `<link rel="stylesheet" href="${own.url}/part.css">`,
    ].join('\n')
    const first = await postEmail(ownApi, { html_text: html })
    const all = { '/a.png': 'kept', '/whole.css': 'kept', '/part.css': 'kept', '/in.png': 'kept' }
    expect(await statusesOf(first)).toEqual({ ...all, '/b.png': 'failed', '/late.png': 'failed' })

    // What was kept is not there any more, and what was lost is.
    lost = new Set(['/a.png', '/whole.css', '/part.css', '/in.png'])
    requests.length = 0
    const second = await postEmail(ownApi, { html_text: html, revision_of: first, keep_assets: true })
    // A style sheet that lacked something is asked for, and its kept copy stands in.
    expect(await statusesOf(second)).toEqual({ ...all, '/b.png': 'kept' })
    expect([...requests].sort()).toEqual(['/b.png', '/part.css'])
    const { kept } = await listAssets(ownApi.storage, second)
    const sheet = kept.find(({ url }) => url.endsWith('/whole.css'))
    const picture = kept.find(({ url }) => url.endsWith('/in.png'))
    const pack = await ownApi.storage.get(assetPackKey(second, sheet?.pack ?? -1))
    const css = pack?.body.subarray(sheet?.offset, (sheet?.offset ?? 0) + (sheet?.length ?? 0)).toString()
    expect(css).toBe(`a{b:url("${assetUrl(picture?.id ?? '')}#x");c:url("http://assets.invalid/missing")}`)

    lost = new Set()
    requests.length = 0
    const third = await postEmail(ownApi, { html_text: html, revision_of: first, keep_assets: true })
    expect(await statusesOf(third)).toEqual({ ...all, '/b.png': 'kept', '/late.png': 'kept' })
    expect([...requests].sort()).toEqual(['/b.png', '/late.png', '/part.css'])
    requests.length = 0
    await postEmail(ownApi, { html_text: html, revision_of: first })
    expect(requests).toContain('/a.png')
  })

  it('is true or false, and the earlier version the account’s own', async () => {
    const guid = await postEmail(ownApi, { html_text: 'x' })
    const bad = await postJson(ownApi, '/emails', { html_text: 'x', keep_assets: 1 }, ownApi.headers)
    expect([bad.status, bad.body.description]).toEqual([400, expect.stringContaining('keep_assets')])
    const others = await addAccount(ownApi)
    const stolen = { html_text: 'x', revision_of: guid, keep_assets: true }
    expect((await postJson(ownApi, '/emails', stolen, others)).status).toBe(400)
  })
})
