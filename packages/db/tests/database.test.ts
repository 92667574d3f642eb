import { isDatabaseUnavailable, openDatabase } from '@pas/db/database'
import { testVariable } from '@pas/testing/test-environment'

describe('a database that is away', () => {
  it('is told from a wrong query: a transaction that gets no connection in time', async () => {
    const db = openDatabase({ url: testVariable('TEST_DATABASE_URL'), poolMax: 1 })
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await new Promise<void>((isHeld) => {
      void db.$transaction(() => {
        isHeld()
        return released
      })
    })
    const error: unknown = await db
      .$transaction((transaction) => transaction.$queryRaw`SELECT 1`, { maxWait: 50 })
      .catch((failure: unknown) => failure)
    release()
    expect(isDatabaseUnavailable(error)).toBe(true)
    const wrong: unknown = await db.$queryRaw`SELECT nothing`.catch((failure: unknown) => failure)
    expect(isDatabaseUnavailable(wrong)).toBe(false)
    await db.$disconnect()
  })
})
