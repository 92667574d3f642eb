import { startRelay } from '@pas/testing/relay'
import { startSmallWeb } from '@pas/testing/small-web'
import { createTestDatabase } from '@pas/testing/test-database'
import { freePort } from '../e2e/start-services'
import { startAlone } from '../faults/start-alone'

describe('a process with OTEL_* variables', () => {
  it('does not start with wrong ones, and names all of them in one message', async () => {
    const variables = { OTEL_METRICS_EXPORTER: 'prometeus', OTEL_TRACES_EXPORTER: 'zipkin' }
    const images = await startAlone('images', variables)
    expect([await images.exited, images.output().split('\n')]).toEqual([
      1,
      [
        'The environment cannot be used:',
        "  OTEL_TRACES_EXPORTER: set otlp or none; 'zipkin' is not offered",
        "  OTEL_METRICS_EXPORTER: set prometheus, otlp or none; 'prometeus' is not offered",
        '',
      ],
    ])
  })

  it('counts its answers, and exits with 0 although its collector refuses everything', async () => {
    const collector = await startSmallWeb((_req, res) => res.writeHead(400).end())
    const port = await freePort()
    const database = await createTestDatabase()
    const relay = await startRelay(database.url)
    const auth = await startAlone('auth', {
      DATABASE_URL: relay.url,
      // Nothing listens at this address.
      REDIS_URL: 'redis://127.0.0.1:1',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    await auth.untilAway([])
    relay.cut()
    const parameters = { grant_type: 'authorization_code', code: 'x', client_id: 'x', client_secret: 'y' }
    const answer = await fetch(`${auth.url}/oauth/token`, {
      method: 'POST',
      headers: { 'X-Forwarded-Proto': 'https' },
      body: new URLSearchParams(parameters),
    })
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(await (await fetch(`http://localhost:${port}/metrics`)).text()).toContain(
      'pas_token_grants_total{grant_type="authorization_code",outcome="temporarily_unavailable"',
    )
    expect(await auth.stop()).toBe(0)
    expect(collector.requests).toContain('POST /v1/traces')
    await Promise.all([collector.close(), relay.close()])
    await database.close()
  })
})
