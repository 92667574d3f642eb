import type { RowDeps } from '@pas/db/row-deps'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createAccount } from '../src/create-account'
import { createUser } from '../src/create-user'
import { claimLinkMail, markLinkMailed } from '../src/link-mails'
import { createOneTimeLink, findOneTimeLink, requestResetMail, spendOneTimeLink } from '../src/one-time-links'
import { setAccountDisabled } from '../src/set-account-disabled'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('one-time links', () => {
  const clock = createManualClock()
  let database: TestDatabase
  let deps: RowDeps
  let accountId: number
  let users = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    deps = { db: database.db, clock }
    accountId = (await createAccount(deps, { name: 'Acme' })).id
  })
  afterAll(() => database.close())

  const newUser = async (ofAccount = accountId): Promise<number> => {
    const email = `person-${++users}@example.com`
    const { id } = await createUser(deps, { accountId: ofAccount, email, firstName: 'Ada', lastName: 'L' })
    return id
  }
  const linkFor = (userId: number) => ({ userId, purpose: 'reset', language: 'en' }) as const
  const rowOf = (userId: number) => database.db.oneTimeLink.findFirstOrThrow({ where: { userId } })

  it('can be used for exactly 24 hours', async () => {
    const userId = await newUser()
    const { token, expiresAt } = await createOneTimeLink(deps, linkFor(userId))
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(24 * hourMs)
    clock.advance(24 * hourMs - 1)
    expect(await findOneTimeLink(deps, token)).toMatchObject({ userId })
    clock.advance(1)
    expect(await findOneTimeLink(deps, token)).toBeNull()
    expect(await spendOneTimeLink(deps, token)).toBeNull()
  })

  it('end for good with the account, and are not made for its users', async () => {
    const { id: ofAccount } = await createAccount(deps, { name: 'Closed' })
    const userId = await newUser(ofAccount)
    const { token } = await createOneTimeLink(deps, linkFor(userId))
    await setAccountDisabled(deps, ofAccount, true)
    await expect(createOneTimeLink(deps, linkFor(userId))).rejects.toMatchObject({ code: 'user_inactive' })
    await expect(requestResetMail(deps, linkFor(userId))).rejects.toMatchObject({
      code: 'user_inactive',
    })
    await setAccountDisabled(deps, ofAccount, false)
    expect(await findOneTimeLink(deps, token)).toBeNull()
  })

  it('are mailed for accounts in turn, however many one has due', async () => {
    const of = async (name: string, count: number): Promise<number[]> => {
      const { id } = await createAccount(deps, { name })
      const userIds = []
      for (let user = 0; user < count; user++) {
        userIds.push(await newUser(id))
        await requestResetMail(deps, linkFor(userIds.at(-1) ?? 0))
        clock.advance(1)
      }
      return userIds
    }
    const [first, second] = await of('Busy', 3)
    const [quiet] = await of('Quiet', 1)
    const claims = [await claimLinkMail(deps), await claimLinkMail(deps), await claimLinkMail(deps)]
    expect(claims.map((claim) => claim?.userId)).toEqual([first, quiet, second])
    await database.db.oneTimeLink.deleteMany()
  })

  it('are mailed by one process at a time, again after 1, 2, 4 minutes and so on up to an hour, for a day', async () => {
    const userId = await newUser()
    await requestResetMail(deps, linkFor(userId))
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimLinkMail(deps)))
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ userId, firstName: 'Ada' }])

    const waits = []
    const tokens = new Set<string>()
    for (let due = await rowOf(userId); ; due = await rowOf(userId)) {
      const waitMs = (due.mailDueAt?.getTime() ?? 0) - clock.now().getTime()
      waits.push(waitMs / minuteMs)
      clock.advance(waitMs - 1)
      expect(await claimLinkMail(deps)).toBeNull()
      clock.advance(1)
      const claim = await claimLinkMail(deps)
      if (!claim) break
      tokens.add(claim.token)
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(24 * 60)
    expect(waits.length).toBeLessThan(32)
    expect(tokens.size).toBe(waits.length - 1)
  })

  it('are not asked for twice while a mail is being sent, whose link works', async () => {
    const userId = await newUser()
    await requestResetMail(deps, linkFor(userId))
    const mail = await claimLinkMail(deps)
    await requestResetMail(deps, linkFor(userId))
    if (mail) await markLinkMailed(deps, mail)
    expect(await findOneTimeLink(deps, mail?.token ?? '')).toMatchObject({ userId })
    expect(await database.db.oneTimeLink.count({ where: { userId } })).toBe(1)
    clock.advance(hourMs)
    expect(await claimLinkMail(deps)).toBeNull()
  })
})
