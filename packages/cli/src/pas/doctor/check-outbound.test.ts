import { freePort } from '@pas/testing/free-port'
import { proxyPassword, startForwardProxy, type ForwardProxy } from '@pas/testing/forward-proxy'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { checkOutbound } from './check-outbound'

describe('whether the outside web can be asked', () => {
  let proxy: ForwardProxy
  let canary: SmallWeb
  beforeAll(async () => {
    proxy = await startForwardProxy({})
    canary = await startSmallWeb((_req, res) => void res.end())
  })
  beforeEach(() => {
    proxy.refuses = () => null
  })
  afterAll(async () => {
    await proxy.close()
    await canary.close()
  })

  it('without a proxy fails when the name server does not know the canary, and says what to set', async () => {
    expect(await checkOutbound({ OUTBOUND_CANARY: 'nowhere.invalid' })).toEqual({
      name: 'outbound',
      status: 'failed',
      detail: expect.stringMatching(
        /the name server does not know nowhere\.invalid: .*set OUTBOUND_PROXY, or OUTBOUND_CANARY/,
      ) as string,
    })
  })

  it('with a proxy asks it for a tunnel to the canary, and sends nothing to it', async () => {
    const asked = await startForwardProxy({ 'canary.test': '127.0.0.1' }, { tunnelPort: canary.port })
    const env = { OUTBOUND_PROXY: asked.url, OUTBOUND_CANARY: 'canary.test' }
    expect(await checkOutbound(env)).toEqual({
      name: 'outbound',
      status: 'ok',
      detail: 'the proxy connects to canary.test; the name server does not know canary.test',
    })
    expect(asked.asked).toEqual(['CONNECT canary.test:443'])
    expect(canary.requests).toEqual([])
    await asked.close()
  })

  it('fails, and names OUTBOUND_PROXY and no password, when the proxy refuses, is away, or is no URL', async () => {
    proxy.refuses = () => 403
    for (const [OUTBOUND_PROXY, reason] of [
      [proxy.url, '403'],
      [proxy.url.replace(proxyPassword, 'another-secret'), '407'],
      [`http://pas:${proxyPassword}@127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
      [`ftp://pas:${proxyPassword}@127.0.0.1`, 'must be an http:// or https:// URL'],
      [`http://pas:${proxyPassword}%@127.0.0.1`, 'must be an http:// or https:// URL'],
      [`${proxy.url}/path`, 'must be an http:// or https:// URL'],
    ] as const) {
      const { status, detail } = await checkOutbound({ OUTBOUND_PROXY, OUTBOUND_CANARY: 'canary.test' })
      expect([status, detail]).toEqual(['failed', expect.stringContaining(reason)])
      expect(detail).toContain('OUTBOUND_PROXY')
      expect(detail).not.toMatch(/sesame|another-secret/)
    }
  })
})
