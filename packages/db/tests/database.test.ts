import { isDatabaseUnavailable, openDatabase } from '@pas/db/database'
import { asCaller, asProcess } from '@pas/runtime/caller'
import { testVariable } from '@pas/testing/test-environment'

describe('a database that is away', () => {
  it('is told apart from a wrong query, when a transaction gets no connection in time', async () => {
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

  it('does not count as away when the event loop was blocked while a connection came', async () => {
    const db = openDatabase({ url: testVariable('TEST_DATABASE_URL'), poolMax: 1 })
    const watching = openDatabase({ url: testVariable('TEST_DATABASE_URL'), poolMax: 1 })
    const queries = Promise.all([
      db.$queryRaw`SELECT pg_sleep(0.5) IS NULL AS "heldByThisTest"`,
      // Waits for the one connection.
      db.$queryRaw`SELECT 2 AS two`,
    ])
    for (let active = 0; active === 0;)
      active = (
        await watching.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%heldByThisTest%'`
      ).length
    // Blocks the event loop for longer than a query waits for a connection.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_200)
    expect(await queries).toEqual([[{ heldByThisTest: false }], [{ two: 2 }]])
    await Promise.all([db.$disconnect(), watching.$disconnect()])
  })

  it('is recognised when the server cuts the connections, whether in use, just given or idle', async () => {
    const db = openDatabase({ url: testVariable('TEST_DATABASE_URL'), poolMax: 10 })
    const cutting = openDatabase({ url: testVariable('TEST_DATABASE_URL'), poolMax: 1 })
    let isOver = false
    const cuts = (async () => {
      while (!isOver)
        await cutting.$queryRaw`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'pas' AND datname = current_database() AND pid <> pg_backend_pid()`
    })()
    const failures: unknown[] = []
    for (let round = 0; round < 12; round++)
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const query = db.$queryRaw`SELECT ${index}::int AS cut`
          const transaction = db.$transaction((within) => within.$queryRaw`SELECT ${index}::int AS cut`)
          for (const outcome of await Promise.allSettled([query, transaction]))
            if (outcome.status === 'rejected') failures.push(outcome.reason)
        }),
      )
    isOver = true
    await cuts
    expect(failures.filter((failure) => !isDatabaseUnavailable(failure))).toEqual([])
    expect(failures.length).toBeGreaterThan(0)
    // The connections that were cut last may be noticed only by the next query on each.
    let answer: unknown = null
    for (let query = 0; query <= 10 && answer === null; query++)
      answer = await db.$queryRaw`SELECT 1 AS one`.catch(() => null)
    expect(answer).toEqual([{ one: 1 }])
    await Promise.all([db.$disconnect(), cutting.$disconnect()])
  })
})

describe('the connections of a process', () => {
  const url = testVariable('TEST_DATABASE_URL')
  const lock = 7_310_422

  it('leave one for the next account while the statements of another take all that it may have', async () => {
    const db = openDatabase({ url, poolMax: 4 })
    const locking = openDatabase({ url, poolMax: 1 })
    const watching = openDatabase({ url, poolMax: 1 })
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await new Promise<void>((isHeld) => {
      void locking.$transaction(async (within) => {
        await within.$queryRaw`SELECT pg_advisory_xact_lock(${lock}::bigint) IS NULL AS "isHeld"`
        isHeld()
        await released
      })
    })
    const waitForLock = (): Promise<unknown> =>
      db.$transaction(
        (within) => within.$queryRaw`SELECT pg_advisory_xact_lock(${lock}::bigint) IS NULL AS "isLate"`,
      )
    const held = asCaller(1, () => Promise.allSettled(Array.from({ length: 20 }, waitForLock)))
    for (let waiting = 0; waiting < 3;)
      waiting = (
        await watching.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock}::bigint::oid AND NOT granted`
      ).length
    const answers = await Promise.all(
      [2, 3].map((account) =>
        asCaller(account, async () => await db.$queryRaw`SELECT ${account}::int AS account`),
      ),
    )
    expect(answers).toEqual([[{ account: 2 }], [{ account: 3 }]])
    release()
    await held
    await Promise.all([db, locking, watching].map((database) => database.$disconnect()))
  })

  it('go to accounts, and to the process, in turn', async () => {
    const db = openDatabase({ url, poolMax: 1 })
    const order: string[] = []
    const ask = async (name: string): Promise<void> => {
      await db.$queryRaw`SELECT ${name} AS name`
      order.push(name)
    }
    const many = asCaller(1, () => Promise.all(Array.from({ length: 50 }, () => ask('many'))))
    await Promise.all([asCaller(2, () => ask('other')), asProcess(() => ask('process')), many])
    expect(order.slice(0, 4).sort()).toEqual(['many', 'many', 'other', 'process'])
    await db.$disconnect()
  })
})
