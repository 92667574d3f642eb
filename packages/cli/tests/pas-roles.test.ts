import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createUser } from '@pas/accounts/create-user'
import { findApiKey } from '@pas/accounts/find-api-key'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { pasInProcess, type PasInProcess } from './pas-in-process'

describe('people of an account, for an operator', () => {
  let database: TestDatabase
  let cli: PasInProcess
  let accountId: number
  beforeAll(async () => {
    database = await createTestDatabase()
    cli = pasInProcess({ DATABASE_URL: database.url })
    accountId = (await createAccount(depsOf(), { name: 'Acme' })).id
  })
  afterAll(() => database.close())

  const depsOf = () => ({ db: database.db, clock: systemClock })
  const addUser = (email: string) =>
    createUser(depsOf(), { accountId, email, firstName: 'Ada', lastName: 'Lovelace' })

  it('get and lose the role of an admin, also the last one, with an audit row each time', async () => {
    const { id } = await addUser('ada@example.com')
    const setRole = (role: string) => cli.answerOf('user', 'set-role', 'ada@example.com', '--role', role)
    expect(await setRole('member')).toEqual({ user_id: id, role: 'member' })
    expect(await database.db.user.count({ where: { accountId, role: 'admin' } })).toBe(0)
    expect(await setRole('admin')).toEqual({ user_id: id, role: 'admin' })
    expect(await cli.answerOf('user', 'show', 'ada@example.com')).toMatchObject({ role: 'admin' })
    const target = `user:${id}`
    const rows = await database.db.auditEvent.findMany({ where: { target, action: 'user.set_role' } })
    expect(rows.map(({ details }) => details)).toEqual([
      { account_id: accountId, role: 'member', before: 'admin' },
      { account_id: accountId, role: 'admin', before: 'member' },
    ])
    expect(await cli.pas('user', 'set-role', 'ada@example.com', '--role', 'owner')).toMatchObject({
      status: 2,
    })
    expect(await cli.failureOf('user', 'set-role', 'nobody@example.com', '--role', 'admin')).toMatchObject({
      code: 'user_not_found',
    })
  })

  it.each([
    [[], 'end', 'revoked'],
    [['--keep-keys'], "stay, as the account's own", 'active'],
  ] as const)('leave with their API keys, or without: %j', async (options, verb, status) => {
    const email = `joan-${status}@example.com`
    const { id } = await addUser(email)
    const keys = [
      await createApiKey(depsOf(), { accountId, userId: id }),
      await createApiKey(depsOf(), { accountId, userId: id }),
    ]
    cli.typed = email
    expect(await cli.answerOf('user', 'delete', email, ...options)).toEqual({
      ...{ deleted: `user:${id}`, links: 0, keys: 2 },
    })
    expect(cli.asked).toContain(`2 API keys ${verb}`)
    for (const key of keys) expect((await findApiKey(depsOf(), key))?.status).toBe(status)
  })
})
