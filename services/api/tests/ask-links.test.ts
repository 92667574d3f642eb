import { openHtml } from '@pas/email-checks/checked-html'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import { linksToAsk, unsubscribeKeyOf } from '@pas/email-checks/links/links-to-ask'
import { startConnectionCounter, type ConnectionCounter } from '@pas/testing/connection-counter'
import { createManualClock } from '@pas/testing/manual-clock'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { stopTime, type StoppedTime } from '@pas/testing/stop-time'
import { until } from '@pas/testing/until'
import type http from 'node:http'
import { createLinkAsker, type LinkLimits } from '../src/checks/links/ask-links'
import { parseAllowList } from '../src/outbound/allow-list'
import type { LookupAddresses } from '../src/outbound/address-guard'

/** The internal network: a server on every local address, whose port is not allowed. */
let canary: ConnectionCounter
/** The public web: a server on all addresses of loopback, whose port is on the allowlist. */
let web: SmallWeb
let answer: http.RequestListener
const clock = createManualClock(new Date())

beforeAll(async () => {
  canary = await startConnectionCounter()
  web = await startSmallWeb((req, res) => {
    answer(req, res)
  }, '0.0.0.0')
})

beforeEach(() => {
  canary.connections = 0
  web.requests.length = 0
  answer = send(200)
})

afterAll(async () => {
  await canary.close()
  await web.close()
})

const send =
  (status: number, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_req, res) => {
    res.writeHead(status, headers).end()
  }

/** Every name of these leads to the public web. */
const publicNames: Readonly<Record<string, string[]>> = {
  'shop.test': ['127.0.0.1'],
  'slow.test': ['127.0.0.2'],
  'click.shop.test': ['127.0.0.1'],
  'u1.ct.sendgrid.net': ['127.0.0.1'],
}

function createAsker({
  limits = {},
  addresses = {},
  lookup = (host) => Promise.resolve(addresses[host] ?? publicNames[host] ?? []),
  followTrackers = false,
}: {
  limits?: Partial<LinkLimits>
  addresses?: Record<string, string[]>
  lookup?: LookupAddresses
  followTrackers?: boolean
} = {}) {
  const ask = createLinkAsker({
    linkAllow: parseAllowList(`127.0.0.0/8:${web.port}`),
    followTrackers,
    clock,
    lookup,
    limits,
  })
  return (links: string[], accountId = 1, leftAlone: [string, string][] = [], inHeader: string[] = []) =>
    ask(accountId, { ask: links, leftAlone, inHeader }, new AbortController().signal)
}

const on = (host: string, path = '/'): string => `http://${host}:${web.port}${path}`

async function askOne(
  address: string,
  given: Parameters<typeof createAsker>[0] = {},
): Promise<LinkAnswer | undefined> {
  return (await createAsker(given)([address])).get(address)
}

describe('links that must be left alone', () => {
  const words = [
    'Unsubscribe', 'Opt out', 'Confirm', 'Verify', 'Delete', 'One-click',
    'Abmelden', 'Bestätigen', 'Se désabonner', 'Vérifier', 'Darse de baja', 'Eliminar cuenta',
    'Disiscriviti', 'Conferma', 'Descadastrar', 'Ativar conta', 'Uitschrijven', 'Verwijderen',
    'Wypisz się', 'Usuń konto', 'Abonelikten çık', 'Hesabı sil', '配信停止', '削除',
  ] // prettier-ignore

  it('are never touched: in ten languages, by words, path, query and List-Unsubscribe, and click trackers', async () => {
    const html = [
      ...words.flatMap((said, at) => [
        `<a href="${on('shop.test', `/w${at}`)}">${said}</a>`,
        `<a href="${on('shop.test', `/p${at}/${encodeURIComponent(said)}`)}">Our shop</a>`,
        `<a href="${on('shop.test', `/q${at}?do=${said.replaceAll(' ', '-')}`)}">Our shop</a>`,
      ]),
      `<a href="${on('shop.test', '/bye?id=1')}">Bye</a>`,
      `<a href="${on('click.shop.test', '/4')}">Our shop</a>`,
      `<a href="${on('u1.ct.sendgrid.net', '/ls/click?upn=1')}">Our shop</a>`,
      `<a href="${on('shop.test', '/sale')}">Sale</a>`,
    ].join('')
    const header = `List-Unsubscribe: <${on('shop.test', '/bye')}>`
    const { ask, leftAlone } = linksToAsk(openHtml(html), header, { followTrackers: false })
    const answers = await createAsker()(ask, 1, leftAlone)
    expect(web.requests).toEqual(['HEAD /sale'])
    expect(answers.size).toBe(3 * words.length + 4)
    expect([...answers.values()].filter(({ outcome }) => outcome === 'left_alone')).toHaveLength(
      answers.size - 1,
    )
  })

  it('are not asked even if a caller asks for them', async () => {
    for (const address of [on('shop.test', '/unsubscribe'), on('click.shop.test')])
      expect(await askOne(address)).toMatchObject({ outcome: 'left_alone' })
    expect(web.requests).toEqual([])
  })

  it('end a redirect: by the address it leads to, and by what the email says of it', async () => {
    const secret = on('shop.test', '/x/4')
    const ofHeader = on('shop.test', '/o/abc')
    for (const location of ['/confirm?token=4', on('u1.ct.sendgrid.net', '/x'), secret, `${ofHeader}?x=1`]) {
      answer = (req, res) => {
        const go = req.url === '/go' ? send(302, { location }) : send(200)
        go(req, res)
      }
      const answers = await createAsker()(
        [on('shop.test', '/go')],
        1,
        [[secret, 'it looks as if it unsubscribes']],
        [unsubscribeKeyOf(new URL(ofHeader))],
      )
      expect(answers.get(on('shop.test', '/go'))).toMatchObject({
        outcome: 'left_alone',
        reason: expect.stringContaining('it redirects to an address that is left alone: ') as string,
      })
    }
    expect(new Set(web.requests)).toEqual(new Set(['HEAD /go']))
  })

  it('are asked behind click trackers where the operator says so, but for those that unsubscribe', async () => {
    const followTrackers = true
    expect(await askOne(on('click.shop.test', '/4'), { followTrackers })).toMatchObject({ status: 200 })
    answer = send(302, { location: '/unsubscribe' })
    expect(await askOne(on('click.shop.test', '/5'), { followTrackers })).toMatchObject({
      outcome: 'left_alone',
    })
    expect(web.requests).toEqual(['HEAD /4', 'HEAD /5'])
  })
})

describe('addresses that are not public', () => {
  const inside = {
    'inside.test': ['10.0.0.1'],
    'mixed.test': ['93.184.216.34', '127.0.0.1'],
    'nat64.test': ['64:ff9b::7f00:1'],
  }
  const hosts = [
    '127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]', '[2001:0:7f00:1::]', '169.254.169.254', '10.0.0.1', '[fd00::1]', 'nowhere.test',
    ...Object.keys(inside),
  ] // prettier-ignore
  const refused = { outcome: 'failed', failure: 'no_public_address' }

  it.each(hosts)('are never dialled: %s', async (host) => {
    for (const scheme of ['http', 'https'])
      expect(await askOne(`${scheme}://${host}:${canary.port}/`, { addresses: inside })).toMatchObject(
        refused,
      )
    expect(canary.connections).toBe(0)
  })

  it.each(hosts)('are never dialled by a redirect: %s', async (host) => {
    answer = send(302, { location: `http://${host}:${canary.port}/` })
    expect(await askOne(on('shop.test'), { addresses: inside })).toMatchObject({ ...refused, redirects: 1 })
    expect(canary.connections).toBe(0)
  })
})

describe('asking a link', () => {
  it.each(['ETIMEOUT', 'EAI_AGAIN'])(
    'tells a name server that does not answer (%s) from a host without an address',
    async (code) => {
      const askWith = (error: Error): Promise<LinkAnswer | undefined> =>
        askOne('https://shop.test/', { lookup: () => Promise.reject(error) })
      expect(await askWith(Object.assign(new Error(), { code }))).toMatchObject({ failure: 'lookup' })
      expect(await askWith(Object.assign(new Error(), { code: 'ENOTFOUND' }))).toMatchObject({
        failure: 'no_public_address',
      })
    },
  )

  it.each([403, 404, 405, 500, 501])('sends HEAD, and after %i GET for one byte', async (refusal) => {
    const ranges: unknown[] = []
    answer = (req, res) => {
      ranges.push(req.headers.range)
      send(req.method === 'HEAD' ? refusal : 206)(req, res)
    }
    expect(await askOne(on('shop.test', '/a'))).toEqual({ outcome: 'answered', status: 206, redirects: 0 })
    expect(web.requests).toEqual(['HEAD /a', 'GET /a'])
    expect(ranges).toEqual([undefined, 'bytes=0-0'])
  })

  it.each([200, 401, 410, 429, 503])('tells %i after HEAD alone', async (status) => {
    answer = send(status)
    expect(await askOne(on('shop.test', '/a'))).toEqual({ outcome: 'answered', status, redirects: 0 })
    expect(web.requests).toEqual(['HEAD /a'])
  })

  it('knows that an empty page is there', async () => {
    answer = (req, res) => send(req.method === 'HEAD' ? 405 : 416)(req, res)
    expect(await askOne(on('shop.test'))).toMatchObject({ status: 200 })
  })

  it('does not read 200 MB of a server that ignores the range', async () => {
    const written = new Promise<number>((resolve) => {
      answer = (req, res) => {
        if (req.method === 'HEAD') return send(405)(req, res)
        res.writeHead(200, { 'content-length': 200_000_000 })
        const more = (): void => {
          while (!res.destroyed && res.write(Buffer.alloc(65_536)));
        }
        res.on('drain', more)
        more()
        req.socket.on('close', () => resolve(req.socket.bytesWritten))
      }
    })
    expect(await askOne(on('shop.test'))).toMatchObject({ status: 200 })
    // What fits into the buffers between.
    expect(await written).toBeLessThan(10_000_000)
  })

  it('sends no cookie, credential or referrer, though the server sets cookies', async () => {
    const seen: http.IncomingHttpHeaders[] = []
    answer = (req, res) => {
      seen.push(req.headers)
      const next = Number(req.url?.slice(1)) + 1
      const go = next < 3 ? send(302, { location: `/${next}`, 'set-cookie': 'a=b' }) : send(200)
      go(req, res)
    }
    expect(await askOne(on('shop.test', '/0'))).toMatchObject({ status: 200, redirects: 2 })
    expect(seen).toHaveLength(3)
    for (const { cookie, authorization, referer } of seen)
      expect([cookie, authorization, referer]).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['follows ten redirects', 10, { outcome: 'answered', status: 200, redirects: 10 }],
    ['follows no eleventh', 11, { outcome: 'failed', failure: 'too_many_redirects', redirects: 10 }],
  ] as const)('%s', async (_name, length, expected) => {
    answer = (req, res) => {
      const hop = Number(req.url?.slice(1))
      const go = hop < length ? send(301, { location: `/${hop + 1}` }) : send(200)
      go(req, res)
    }
    expect(await askOne(on('shop.test', '/0'))).toEqual(expected)
  })

  it('finds a circle, and says whether cookies may be the reason', async () => {
    const circle =
      (headers: http.OutgoingHttpHeaders): http.RequestListener =>
      (req, res) => {
        send(302, { ...headers, location: req.url === '/a' ? '/b' : '/a' })(req, res)
      }
    answer = circle({})
    expect(await askOne(on('shop.test', '/a'))).toEqual({
      outcome: 'failed',
      failure: 'redirect_loop',
      redirects: 2,
    })
    expect(web.requests).toEqual(['HEAD /a', 'HEAD /b'])
    answer = circle({ 'set-cookie': 'a=b' })
    expect(await askOne(on('shop.test', '/a'))).toMatchObject({ failure: 'cookie_loop' })
  })

  it('ends well at what an app opens, and fails at what browsers refuse', async () => {
    answer = send(302, { location: 'market://details?id=app' })
    expect(await askOne(on('shop.test'))).toEqual({ outcome: 'answered', status: 302, redirects: 0 })
    answer = send(302, { location: 'http://shop.test:25/' })
    expect(await askOne(on('shop.test'))).toMatchObject({ failure: 'port', redirects: 1 })
    expect(await askOne('http://shop.test:25/')).toMatchObject({ failure: 'port', redirects: 0 })
    answer = send(302, { location: 'http://[' })
    expect(await askOne(on('shop.test'))).toMatchObject({ outcome: 'failed', failure: 'url' })
    answer = send(302, { location: on('user:secret@shop.test') })
    expect(await askOne(on('shop.test'))).toMatchObject({
      outcome: 'left_alone',
      reason: 'it redirects to an address that is left alone: its address has a name or a password',
    })
  })

  it('tells of a server that breaks off', async () => {
    answer = (req) => {
      req.socket.destroy()
    }
    expect(await askOne(on('shop.test'))).toMatchObject({ outcome: 'failed', failure: 'connection' })
  })
})

describe('many links and slow servers', () => {
  it('ends a request after 5 s, and all of an email after 20 s', async () => {
    answer = () => undefined
    const time = stopTime()
    try {
      const ended: string[] = []
      const one = askOne(on('shop.test', '/one'))
      void one.then(() => ended.push('one'))
      await untilAsked(1)
      await afterPassing(time, 4_999)
      expect(ended).toEqual([])
      await afterPassing(time, 1)
      expect(ended).toEqual(['one'])
      expect(await one).toMatchObject({ failure: 'too_slow' })

      const links = Array.from({ length: 100 }, (_, at) => on('slow.test', `/${at}`))
      const all = createAsker({ limits: { timeoutMs: 60_000 } })(links)
      void all.then(() => ended.push('all'))
      await untilAsked(5)
      await afterPassing(time, 19_999)
      expect(ended).toEqual(['one'])
      await afterPassing(time, 1)
      expect(ended).toEqual(['one', 'all'])
      const answers = [...(await all).values()]
      expect(answers).toHaveLength(100)
      for (const found of answers) expect(found).toMatchObject({ failure: 'not_in_time' })
    } finally {
      time.goOn()
    }
  })

  it('ends when the caller hangs up', async () => {
    answer = () => undefined
    const ended = new AbortController()
    const ask = createLinkAsker({
      linkAllow: parseAllowList(`127.0.0.1:${web.port}`),
      followTrackers: false,
      clock,
    })
    const asking = ask(
      1,
      { ask: [`http://127.0.0.1:${web.port}/1`], leftAlone: [], inHeader: [] },
      ended.signal,
    )
    await untilAsked(1)
    ended.abort()
    expect([...(await asking).values()]).toMatchObject([{ failure: 'not_in_time' }])
  })

  /** Many hosts of one site with an address each, many sites at one address, and redirects to either. */
  const crowds: [name: string, hostOf: (at: number) => string, addressOf: (at: number) => string][] = [
    ['a site, by its many hosts', (at) => `h${at}.victim.test`, (at) => `127.0.1.${at + 1}`],
    ['an address, by its many sites', (at) => `site${at}.test`, () => '127.0.2.1'],
    [
      'an address, by sites that also have others',
      (at) => `many${at}.test`,
      (at) => `127.0.3.${at + 1},127.0.2.1`,
    ],
  ]
  it.each(crowds.flatMap((crowd) => [[...crowd, false] as const, [...crowd, true] as const]))(
    'ask %s four times at a time, for all emails, and others meanwhile (by redirects: %3$s)',
    async (_name, hostOf, addressOf, isByRedirect) => {
      const open: http.ServerResponse[] = []
      answer = (req, res) => {
        const host = req.headers.host?.split(':')[0] ?? ''
        if (host.startsWith('from'))
          send(302, { location: on(hostOf(Number(host.replace(/\D/g, '')))) })(req, res)
        else if (host === 'shop.test') send(200)(req, res)
        else open.push(res)
      }
      const all = Array.from({ length: 60 }, (_, at) => at)
      const addresses = Object.fromEntries(
        all.flatMap((at) => [
          [hostOf(at), addressOf(at).split(',')],
          [`from${at}.test`, [`127.0.4.${at + 1}`]],
        ]),
      )
      const ask = createAsker({ addresses, limits: { togetherMs: 600_000, timeoutMs: 600_000 } })
      const links = all.map((at) => on(isByRedirect ? `from${at}.test` : hostOf(at)))
      const both = [ask(links.slice(0, 18), 1), ask(links.slice(18, 36), 2), ask(links.slice(36), 3)]
      await until(() => open.length >= 4)
      await ask([on('shop.test', '/fast')], 4)
      expect(open).toHaveLength(4)
      // Each answer lets one more be asked.
      let most = 0
      for (let answered = 0; answered < 60; answered++) {
        await until(() => open.length > 0)
        most = Math.max(most, open.length)
        open.shift()?.end()
      }
      for (const answers of await Promise.all(both))
        for (const found of answers.values()) expect(found).toMatchObject({ status: 200 })
      expect(most).toBeLessThanOrEqual(4)
    },
  )

  it('takes turns at a site between accounts', async () => {
    const open: [path: string, res: http.ServerResponse][] = []
    answer = (req, res) => void open.push([req.url ?? '', res])
    const ask = createAsker()
    // Five emails, each of which has four links waiting for the site.
    const first = [0, 1, 2, 3, 4].map((email) =>
      ask([0, 1, 2, 3, 4, 5, 6, 7].map((at) => on('slow.test', `/first/${email}/${at}`))),
    )
    await until(() => open.length === 4)
    const second = ask([on('slow.test', '/second')], 2)
    for (let answered = 0; !open.some(([path]) => path === '/second'); answered++) {
      expect(answered).toBeLessThan(4)
      open.shift()?.[1].end()
      await until(() => open.length === 4)
    }
    answer = send(200)
    for (const [, res] of open) res.end()
    await Promise.all([...first, second])
  })

  it('sends 300 requests for one email, redirects and second tries included, and says so of the rest', async () => {
    answer = (req, res) => {
      const hop = Number(/\d$/.exec(req.url ?? '')?.[0])
      const go = hop < 4 ? send(301, { location: `${req.url?.slice(0, -1)}${hop + 1}` }) : send(405)
      go(req, res)
    }
    const links = Array.from({ length: 100 }, (_, at) => on('shop.test', `/${at}/0`))
    const answers = [...(await createAsker()(links)).values()]
    expect(web.requests).toHaveLength(300)
    const rest = answers.filter((found) => found.outcome === 'failed')
    // Five addresses, and one second try, of each that was asked to its end.
    expect(answers.length - rest.length).toBeGreaterThanOrEqual(30)
    expect(rest.length).toBeGreaterThanOrEqual(50)
    for (const found of rest) expect(found).toMatchObject({ failure: 'too_many_requests' })
    web.requests.length = 0
    await createAsker()(links.slice(0, 2))
    expect(web.requests).toHaveLength(12)
  })

  it('asks 20 links of an email and 24 of an account at a time', async () => {
    const open: http.ServerResponse[] = []
    answer = (_req, res) => void open.push(res)
    const names = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`h${at}.test`, [`127.0.1.${at + 1}`]]),
    )
    const links = Object.keys(names).map((host) => on(host))
    const ask = createAsker({ addresses: names })
    const first = ask(links.slice(0, 30))
    await untilAsked(20)
    const second = ask(links.slice(30))
    await untilAsked(24)
    const other = ask(links.slice(30), 2)
    await untilAsked(44)
    // Asked last, so that what is asked too much would be seen before it.
    const last = ask([on('shop.test', '/last')], 3)
    await until(() => web.requests.includes('HEAD /last'))
    expect(open).toHaveLength(45)
    answer = send(200)
    for (const res of open) res.end()
    const counts = (await Promise.all([first, second, other, last])).map(({ size }) => size)
    expect(counts).toEqual([30, 30, 30, 1])
  })
})

describe('answers', () => {
  it('are kept for ten minutes, for the account that asked alone', async () => {
    const ask = createAsker()
    const link = on('shop.test', '/kept')
    await ask([link], 1)
    answer = send(410)
    clock.advance(10 * 60_000 - 1)
    expect((await ask([link], 1)).get(link)).toMatchObject({ status: 200 })
    expect((await ask([link], 2)).get(link)).toMatchObject({ status: 410 })
    clock.advance(1)
    expect((await ask([link], 1)).get(link)).toMatchObject({ status: 410 })
    expect(web.requests).toHaveLength(3)
  })

  it('of an account take no place of another’s, however many it asks', async () => {
    const ask = createAsker({ limits: { maxKept: 8 } })
    const quiet = on('shop.test', '/quiet')
    await ask([quiet], 2)
    for (let round = 0; round < 4; round++)
      await ask(Array.from({ length: 5 }, (_, number) => on('shop.test', `/${round}-${number}`)))
    const before = web.requests.length
    await ask([quiet], 2)
    expect(web.requests).toHaveLength(before)
    // The busy account's own latest are kept, too.
    await ask([on('shop.test', '/3-4')])
    expect(web.requests).toHaveLength(before)
  })

  it('are kept no more than fit, and not those that did not come in time', async () => {
    // Half of them are for one account.
    const ask = createAsker({ limits: { maxKept: 4, togetherMs: 100 } })
    for (const path of ['/1', '/2', '/3', '/2', '/1']) await ask([on('shop.test', path)])
    expect(web.requests).toEqual(['HEAD /1', 'HEAD /2', 'HEAD /3', 'HEAD /1'])
    answer = () => undefined
    expect([...(await ask([on('shop.test', '/late')])).values()]).toMatchObject([{ failure: 'not_in_time' }])
    answer = send(200)
    expect([...(await ask([on('shop.test', '/late')])).values()]).toMatchObject([{ status: 200 }])
  })
})

/** Resolves when the web has got this many requests; it needs no timer, which a test may have stopped. */
async function untilAsked(count: number): Promise<void> {
  while (web.requests.length < count) await new Promise((resolve) => setImmediate(resolve))
}

/** Resolves when what the passed time made due has happened. */
async function afterPassing(time: StoppedTime, ms: number): Promise<void> {
  time.pass(ms)
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
}
