import { isLongRun } from '@pas/testing/long-run'
import { internalOrigins } from './internal-addresses'
import { openStage, type Stage } from './open-stage'
import { referencesTo } from './references'

describe('the internal network', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())
  afterEach(() => stage.expectNothingLeft())

  const origins = (): string[] => internalOrigins(stage.web.port)
  const refusals = (): number => stage.worker.output().split('the asset origin refused').length - 1

  it('is never asked, by whatever element, attribute or rule, however its address is written', async () => {
    const before = refusals()
    const kinds = referencesTo('x').length
    const emails = isLongRun
      ? origins().map((origin) => referencesTo(`${origin}/x`))
      : // Every kind and every way to write an address, once at least.
        [
          Array.from(
            { length: Math.max(kinds, origins().length) },
            (_, at) => referencesTo(`${origins()[at % origins().length]}/${at}`)[at % kinds] ?? '',
          ),
        ]
    for (const email of emails) await stage.expectTheRestDrawn(email.join('\n'))
    await stage.picture(
      `<p>${origins().join(' ')}</p>${referencesTo(origins()[0] ?? '').join('')}`,
      'PLAINTEXT',
    )
    // The engine was not even made to try.
    expect(refusals()).toBe(before)
  })

  it('is not reached through the public web: redirects, long chains of them, style sheets', async () => {
    const targets = origins()
    const hops = 20
    for (const [at, target] of targets.entries())
      stage.pages.set(`/to/${at}`, (_req, res) =>
        res.writeHead(302, { location: Buffer.from(target.replace('\n', '')).toString('latin1') }).end(),
      )
    for (let hop = 0; hop < hops; hop++)
      stage.pages.set(`/chain/${hop}`, (_req, res) =>
        res.writeHead(307, { location: `/chain/${hop + 1}` }).end(),
      )
    stage.pages.set(`/chain/${hops}`, (_req, res) => res.writeHead(301, { location: targets[0] }).end())
    stage.pages.set('/circle', (_req, res) => res.writeHead(302, { location: '/circle' }).end())
    stage.pages.set('/a.css', (_req, res) =>
      res
        .setHeader('content-type', 'text/css')
        .end(targets.map((target) => `@import "${target}/a.css";`).join('')),
    )
    const paths = [...targets.keys()].map((at) => `/to/${at}`).concat('/chain/0', '/circle')
    await stage.expectTheRestDrawn(
      `<link rel="stylesheet" href="${stage.web.url}/a.css">` +
        paths.map((path) => `<img src="${stage.web.url}${path}" width="9" height="9">`).join(''),
    )
    for (const path of paths) expect(stage.web.requests).toContain(`GET ${path}`)
    expect(stage.web.requests).toContain('GET /a.css')
    expect(stage.web.requests).not.toContain(`GET /chain/${hops}`)
  })

  it('is not reached through names: one that is public and internal, one that changes between look-ups', async () => {
    const { nameServer, web, pages } = stage
    nameServer.names.set('both.test', [['93.184.215.14', '127.0.0.1']])
    nameServer.names.set('six.test', [['2606:2800:21f:cb07::1', '::1']])
    nameServer.names.set('mapped.test', [['::ffff:127.0.0.1']])
    // What the name server says first is allowed, and so fetched; then it is the internal network's.
    nameServer.names.set('rebinding.test', [['127.0.0.2'], ['127.0.0.1']])
    for (const path of ['/first', '/second'])
      pages.set(path, (_req, res) =>
        res
          .writeHead(302, { location: `http://rebinding.test:${web.port}/second`, connection: 'close' })
          .end(),
      )
    await stage.expectTheRestDrawn(
      ['both', 'six', 'mapped', 'rebinding']
        .map((name) => `<img src="http://${name}.test:${web.port}/first" width="9" height="9">`)
        .join(''),
    )
    expect(web.requests.filter((request) => /first|second/.test(request))).toEqual(['GET /first'])
  })
})
