import { judgeRedis } from './check-redis'

describe('judgeRedis', () => {
  const report = (policy: string) =>
    `# Server\r\nredis_version:7.0.15\r\n\r\n# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n`

  it('accepts a Redis that never evicts', () => {
    expect(judgeRedis(report('noeviction'))).toMatchObject({ status: 'ok', version: '7.0.15' })
  })

  it.each(['allkeys-lru', 'volatile-ttl'])('refuses %s, and says what to set', (policy) => {
    const { status, detail } = judgeRedis(report(policy))
    expect(status).toBe('failed')
    expect(detail).toMatch(new RegExp(`${policy}.*set it to noeviction`))
  })
})
