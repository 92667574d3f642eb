import type { checksBody } from '@pas/api-contract/checks'
import type { assetsBody } from '@pas/api-contract/assets'
import { sendRegardless } from '@pas/testing/send-regardless'
import type { z } from 'zod'
import { createOpenapiDocument } from '../../services/api/src/document/openapi-document'
import { listOperations } from '../../services/api/tests/arbitrary-request'
import { claimedPng } from './broken-web'
import { internalOrigins } from './internal-addresses'
import { processTree } from './process-tree'
import { stage } from './stage'

const mebibyte = 1024 * 1024

/** What became of each asset of an email, by its address. */
async function reasonsOf(guid: string): Promise<Map<string, string | null>> {
  const response = await fetch(`${stage.apiUrl}/v1/emails/${guid}/assets`, { headers: stage.headers })
  const assets = (await response.json()) as z.output<typeof assetsBody>
  return new Map(assets.map(({ url, reason }) => [url, reason]))
}

/** The status of a request for checks; with a body, it is posted. */
async function statusOfChecks(path: string, body?: object): Promise<number> {
  const response = await fetch(`${stage.apiUrl}/v1${path}`, {
    headers: { ...stage.headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

// Mailpit checks emails of strangers, too. These are its advisories of 2026
// (https://github.com/axllent/mailpit/security/advisories) that name something that this service does as well.
describe('what others’ checks of emails were attacked with', () => {
  /** IPv6 addresses with 127.0.0.1 in them, or of ranges that no packet may go to. */
  const embedded = {
    mapped: '::ffff:127.0.0.1',
    compatible: '::7f00:1',
    translated: '::ffff:0:7f00:1',
    nat64: '64:ff9b::7f00:1',
    'nat64-local': '64:ff9b:1::7f00:1',
    '6to4': '2002:7f00:1::1',
    teredo: '2001:0:7f00:1::80ff:fffe',
    isatap: 'fe80::5efe:7f00:1',
    'site-local': 'fec0::1',
    documentation: '2001:db8::1',
  }

  it('GHSA-w4mc-hhc6-xp28: no IPv6 address with an internal one in it is dialled, by no name and no redirect', async () => {
    const { nameServer, web, pages } = stage
    const names = Object.entries(embedded).map(([name, address]) => [`${name}.test`, address] as const)
    for (const [name, address] of names) nameServer.names.set(name, [[address]])
    pages.set('/to-nat64', (_req, res) =>
      res.writeHead(302, { location: `http://nat64.test:${web.port}/x` }).end(),
    )
    const urls = [
      ...names.flatMap(([name, address]) => [
        `http://${name}:${web.port}/x.png`,
        `http://[${address}]:${web.port}/x.png`,
      ]),
      `${web.url}/to-nat64`,
    ]
    const { status, guid } = await stage.post({ html_text: urls.map((url) => `<img src="${url}">`).join('') })
    expect(status).toBe(200)
    const reasons = [...(await reasonsOf(guid)).values()]
    expect(reasons).toEqual(Array(urls.length).fill('no_public_address'))
  })

  it('GHSA-mpf7-p9x7-96r3: the check of links dials no internal address, also where a public link redirects, and touches none that acts', async () => {
    const { web, pages } = stage
    const internal = internalOrigins(web.port).map((origin) => origin.replace('\n', ''))
    for (const [at, origin] of internal.entries())
      pages.set(`/leads/${at}`, (_req, res) =>
        res.writeHead(302, { location: Buffer.from(`${origin}/x`).toString('latin1') }).end(),
      )
    pages.set('/leads/away', (_req, res) => res.writeHead(302, { location: '/unsubscribe/me' }).end())
    const links = [
      ...internal.map((origin) => `${origin}/x`),
      ...internal.map((_, at) => `${web.url}/leads/${at}`),
      `${web.url}/leads/away`,
      `${web.url}/unsubscribe/me`,
      `${web.url}/one-click`,
    ]
    const html_text = links.map((link) => `<a href="${link}">Shop</a>`).join('\n')
    const { status, guid } = await stage.post({ html_text })
    expect(status).toBe(200)
    const answer = await fetch(`${stage.apiUrl}/v1/emails/${guid}/checks?only=links`, {
      headers: { ...stage.headers, Prefer: 'wait=30' },
    })
    const { complete, checks } = (await answer.json()) as z.output<typeof checksBody>
    expect([complete, checks[0]?.status]).toEqual([true, 'done'])
    for (const at of [...internal.keys(), 'away'])
      expect(web.requests.filter((request) => request.endsWith(` /leads/${at}`))).toEqual([
        `HEAD /leads/${at}`,
      ])
    expect(web.requests.filter((request) => /unsubscribe|one-click/.test(request))).toEqual([])
  })

  it('GHSA-6jxm-fv7w-rw5j, GHSA-j3fj-qppj-fmmc: checking an email fetches no style sheet, and of a stored one only public ones', async () => {
    const { web } = stage
    const linked = (origin: string): string =>
      `<link rel="stylesheet" href="${origin}/checked.css"><style>@import "${origin}/checked.css";</style>`
    const html_text = [web.url, ...internalOrigins(web.port)].map(linked).join('')
    expect(await statusOfChecks('/checks', { html_text })).toBe(200)
    expect(web.requests.filter((request) => request.includes('checked.css'))).toEqual([])
    const { status, guid } = await stage.post({ html_text })
    expect(status).toBe(200)
    const asked = web.requests.length
    expect(await statusOfChecks(`/emails/${guid}/checks`)).toBe(200)
    expect(web.requests.slice(asked)).toEqual([])
  })

  it('GHSA-28pq-6qxg-wg5r: every operation with a JSON body cuts off one without end, and keeps nothing of it', async () => {
    const { origin, port } = new URL(stage.apiUrl)
    const addresses = { apiUrl: origin, authUrl: 'https://auth.test', instantUrl: `${origin}/v1` }
    const doors = listOperations(createOpenapiDocument(addresses)).filter(
      ({ bodySchema }) => bodySchema !== null,
    )
    expect(doors.length).toBeGreaterThan(5)
    const { guid } = await stage.post({ plain_text: 'x' })
    const sendTo = async ({ name, method, path }: (typeof doors)[number]): Promise<void> => {
      const place = path
        .replace('{email_guid}', guid)
        .replace(/\{\w+\}/g, '5a7b1f0e-9f0c-4d8e-8f5d-0c1d2e3f4a5b')
      const headers = Object.entries({ ...stage.headers, 'Content-Type': 'application/json' })
      const head = [`${method} ${place} HTTP/1.1`, ...headers.map(([header, value]) => `${header}: ${value}`)]
      const endless = { maxBytes: 64 * mebibyte, waits: false }
      const { answer, sentBytes } = await sendRegardless(Number(port), head, endless)
      // 429: the account has other bodies under way.
      expect([name, [400, 413, 429].includes(answer.status), answer.status]).toEqual([
        name,
        true,
        answer.status,
      ])
      expect([name, sentBytes < 48 * mebibyte]).toEqual([name, true])
    }
    const memory = (): number => processTree(stage.api.process.pid ?? 0).residentBytes
    const before = memory()
    let most = before
    const watching = setInterval(() => (most = Math.max(most, memory())), 200)
    try {
      await Promise.all(doors.map(sendTo))
    } finally {
      clearInterval(watching)
    }
    expect(most - before).toBeLessThan(256 * mebibyte)
  }, 240_000)

  it('GHSA-75mr-qw9x-3r39: a picture that claims 100,000 × 100,000 pixels is refused by its header, from the web and in a message', async () => {
    const png = claimedPng(100_000)
    stage.pages.set('/claims.png', (_req, res) => void res.end(png))
    const address = `${stage.web.url}/claims.png`
    const { guid, status } = await stage.post({ html_text: `<img src="${address}" width="9" height="9">` })
    expect(status).toBe(200)
    expect((await reasonsOf(guid)).get(address)).toBe('dimensions')
    const part = (more: string): string =>
      `--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n${more}\n\n${png.toString('base64')}\n`
    const raw_source =
      'From: a@x.example\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n' +
      `--b\nContent-Type: text/html\n\n<p>x</p><img src="cid:a">\n` +
      part('Content-ID: <a>') +
      part('Content-Disposition: attachment; filename=a.png') +
      '--b--\n'
    const message = await stage.post({ raw_source })
    expect(message.status).toBe(200)
    const kept = [...(await reasonsOf(message.guid)).values()].filter((reason) => reason === null)
    expect(kept).toEqual([])
    expect((await stage.draw(message.guid, 'CHROMEGMAILNEW')).status).toBe(301)
    expect(await statusOfChecks(`/emails/${message.guid}/checks`)).toBe(200)
  })
})
