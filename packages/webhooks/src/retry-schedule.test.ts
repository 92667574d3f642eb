import { maxWebhookAttempts, nextAttemptAt } from './retry-schedule'

describe('the schedule of attempts', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const totalHours = (random: number): number => {
    let at = now
    for (let attempt = 1; attempt < maxWebhookAttempts; attempt++)
      at = nextAttemptAt(attempt, at, random) ?? at
    return (at.getTime() - now.getTime()) / 3_600_000
  }

  it('is that of Standard Webhooks: ten attempts over 75 h 35 min 5 s, each delay a tenth more or less', () => {
    expect(maxWebhookAttempts).toBe(10)
    const whole = 75 + 35 / 60 + 5 / 3_600
    expect(totalHours(0.5)).toBeCloseTo(whole)
    expect(totalHours(0)).toBeCloseTo(0.9 * whole)
    expect(totalHours(1)).toBeCloseTo(1.1 * whole)
    expect(nextAttemptAt(10, now, 0.5)).toBeNull()
  })
})
