import type { Email } from '@pas/db/database'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'
import { createReport, leaseReports, type LeasedReport } from '../src/report-rows'

describe('due reports', () => {
  let stores: CaptureStores
  beforeEach(async () => {
    stores = await openCaptureStores()
  })
  afterEach(() => stores.close())

  async function addReport(accountId: number): Promise<Email> {
    const email = await stores.addEmail({ accountId })
    await createReport(stores, email, {})
    stores.clock.advance(1)
    return email
  }
  const lease = (room: number, underWay: number[] = []): Promise<LeasedReport[]> =>
    leaseReports(stores, { room, underWay, maxPerAccount: 3, leaseMs: 60_000 })
  const emailsOf = (reports: readonly LeasedReport[]): string[] =>
    reports.map(({ emailId }) => emailId).sort()

  it('are leased in turns of their accounts, and each account’s oldest first', async () => {
    const createdAt = stores.clock.now()
    const { id: other } = await stores.db.account.create({ data: { name: 'Other', createdAt } })
    const busy = [
      await addReport(stores.accountId),
      await addReport(stores.accountId),
      await addReport(stores.accountId),
    ]
    const quiet = await addReport(other)
    expect(emailsOf(await lease(2))).toEqual([busy[0]?.id, quiet.id].sort())
    expect(emailsOf(await lease(2, [stores.accountId]))).toEqual([busy[1]?.id, busy[2]?.id].sort())
    expect(await lease(2)).toEqual([])
  })

  it('of an account that has all of its places are left to other processes', async () => {
    const email = await addReport(stores.accountId)
    const all = [stores.accountId, stores.accountId, stores.accountId]
    expect(await lease(9, all)).toEqual([])
    expect(emailsOf(await lease(9, all.slice(1)))).toEqual([email.id])
  })
})
