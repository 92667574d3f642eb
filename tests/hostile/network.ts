import { isLongRun } from '@pas/testing/long-run'
import { internalOrigins } from './internal-addresses'
import { referencesTo } from './references'
import { stage } from './stage'

describe('the internal network', () => {
  const origins = (): string[] => internalOrigins(stage.web.port)
  const refusals = (): number => stage.worker.output().split('the asset origin refused').length - 1

  it('gets no request, whatever element, attribute or rule refers to it, however its address is spelt', async () => {
    const before = refusals()
    const kinds = referencesTo('x').length
    const emails = isLongRun
      ? origins().map((origin) => referencesTo(`${origin}/x`))
      : // Each kind of reference and each spelling of an address at least once.
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
    // The asset origin refused nothing, so the engine did not even try: the emulation had removed every reference.
    expect(refusals()).toBe(before)
  })

  it('is not reached through the public web: by redirects, long chains of them, or style sheets', async () => {
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

  it('is not reached through names: neither one with a public and an internal address, nor one that changes', async () => {
    const { nameServer, web, pages } = stage
    nameServer.names.set('both.test', [['93.184.215.14', '127.0.0.1']])
    nameServer.names.set('six.test', [['2606:2800:21f:cb07::1', '::1']])
    nameServer.names.set('mapped.test', [['::ffff:127.0.0.1']])
    // DNS rebinding: the first look-up gives the allowed address, the next one the internal network's.
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
