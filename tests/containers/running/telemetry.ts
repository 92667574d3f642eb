import { until } from '@pas/testing/until'
import { z } from 'zod'
import { compose, describeContainers, engines, received, services, startStack, summary } from './stack'

const prometheus = 'http://127.0.0.1:9090/api/v1'
const targetsBody = z.object({
  data: z.object({
    activeTargets: z.array(z.object({ labels: z.object({ job: z.string() }), health: z.string() })),
  }),
})
const rulesBody = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() })),
      }),
    ),
  }),
})

describeContainers('telemetry', () => {
  beforeAll(startStack, 600_000)

  async function ask<Body>(path: string, body: z.ZodType<Body>): Promise<Body> {
    return body.parse(await (await fetch(`${prometheus}${path}`)).json())
  }

  it('has the metrics of every process, read by Prometheus', async () => {
    const expected = services.length - 1 + engines.length
    await until('Prometheus reads every process', async () => {
      const { data } = await ask('/targets', targetsBody)
      // The image of the collector may not be there.
      const seen = data.activeTargets.filter(({ labels }) => labels.job !== 'otel-collector')
      return [
        seen.every(({ health }) => health === 'up') &&
          seen.filter(({ labels }) => /^(auth|api|images|board|render-worker)$/.test(labels.job)).length ===
            expected,
        seen.map(({ labels, health }) => `${labels.job} ${health}`),
      ]
    })
  })

  it('has alerts that Prometheus can evaluate', async () => {
    await until('every rule was evaluated', async () => {
      const { data } = await ask('/rules', rulesBody)
      const rules = data.groups.flatMap((group) => group.rules)
      return [rules.length > 0 && rules.every(({ health }) => health === 'ok'), rules]
    })
  })

  it('tells ALERT_WEBHOOK when a process is gone', async () => {
    await compose('kill', 'images')
    const startedAt = performance.now()
    const alerts = (): string[] => received.filter(({ path }) => path === '/alerts').map(({ body }) => body)
    await until('the alert arrives', () => [alerts().join('').includes('ProcessAway'), alerts()], 300_000)
    summary(`alert at ALERT_WEBHOOK: ${((performance.now() - startedAt) / 1000).toFixed(0)} s after the kill`)
    await compose('up', '--no-build', '--detach', '--wait')
  }, 400_000)
})
