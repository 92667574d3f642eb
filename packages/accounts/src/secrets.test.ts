import { apiKeyPrefix, issueSecret, secretPrefixes } from './secrets'

describe('issueSecret', () => {
  it.each(Object.keys(secretPrefixes) as (keyof typeof secretPrefixes)[])(
    'gives a %s its prefix and 256 bits of [A-Za-z0-9_-]',
    (kind) => {
      const secrets = Array.from({ length: 500 }, () => issueSecret(kind))
      expect(new Set(secrets).size).toBe(500)
      for (const secret of secrets) {
        expect(secret.startsWith(secretPrefixes[kind])).toBe(true)
        expect(secret.slice(secretPrefixes[kind].length)).toMatch(/^[A-Za-z0-9_-]{43}$/)
      }
    },
  )

  it('names an API key by a prefix that leaves at least 128 bits secret', () => {
    const key = issueSecret('apiKey')
    expect(key.startsWith(apiKeyPrefix(key))).toBe(true)
    expect((key.length - apiKeyPrefix(key).length) * 6).toBeGreaterThanOrEqual(128)
  })
})
