import { readFileSync } from 'node:fs'
import { metrics, type Meter } from '@opentelemetry/api'

describe('the metric of mail by SMTP', () => {
  it('has every reply that the alert counts before the first mail', async () => {
    const atStart: unknown[] = []
    const createCounter = (name: string) => ({
      add: (_count: number, attributes: unknown) => atStart.push([name, attributes]),
    })
    jest.spyOn(metrics, 'getMeter').mockReturnValue({
      createCounter,
      createUpDownCounter: createCounter,
      createHistogram: createCounter,
    } as unknown as Meter)
    await import('./events')
    const alerts = readFileSync('infra/prometheus/alerts.yml', 'utf8')
    const [, replies = ''] = /pas_smtp_mails_total\{reply=~"([\d|]+)"\}/.exec(alerts) ?? []
    expect(replies).not.toBe('')
    for (const reply of replies.split('|')) expect(atStart).toContainEqual(['pas.smtp.mails', { reply }])
  })
})
