import { processorMsOf } from '@pas/testing/processor-time'
import { assertPassword, hashPassword, verifyPassword } from './passwords'

describe('passwords', () => {
  it('are stored as argon2id in PHC string format, salted', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/)
    expect(one).not.toBe(other)
  })

  it('verify in every Unicode composition of the same text, and refuse any other text', async () => {
    const hash = await hashPassword('cafe\u0301 au lait')
    expect(await verifyPassword(hash, 'caf\u00e9 au lait')).toBe(true)
    expect(await verifyPassword(hash, 'cafe au lait')).toBe(false)
    expect(await verifyPassword(hash, '')).toBe(false)
  })

  it('verify at the maximum length of 1,024 characters, of whatever size in bytes', async () => {
    for (const password of ['x'.repeat(1_024), '😀'.repeat(1_024)]) {
      assertPassword(password)
      expect(await verifyPassword(await hashPassword(password), password)).toBe(true)
      expect(() => assertPassword(`${password}x`)).toThrow('1025 characters')
    }
  })

  it('take as long to refuse for an unknown user as for a known one', async () => {
    const hash = await hashPassword('correct horse')
    const medianMs = async (passwordHash: string | null) => {
      const times = []
      for (let round = 0; round < 7; round++)
        times.push(
          await processorMsOf(async () =>
            expect(await verifyPassword(passwordHash, 'wrong horse')).toBe(false),
          ),
        )
      return times.sort((a, b) => a - b)[3] ?? 0
    }
    const ratio = (await medianMs(null)) / (await medianMs(hash))
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })

  it('are refused without hashing when longer than the maximum', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword(hash, 'x'.repeat(1_000_000))).toBe(false)
  })
})
