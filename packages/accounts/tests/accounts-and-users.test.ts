import type { RowDeps } from '@pas/db/row-deps'
import { createManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createAccount } from '../src/create-account'
import { createUser } from '../src/create-user'
import { verifyPassword } from '../src/passwords'
import { setAccountDisabled } from '../src/set-account-disabled'
import { setPassword } from '../src/set-password'
import { setUserDisabled } from '../src/set-user-disabled'

describe('accounts and users', () => {
  const clock = createManualClock()
  let database: TestDatabase
  let deps: RowDeps

  beforeAll(async () => {
    database = await createTestDatabase()
    deps = { db: database.db, clock }
  })
  afterAll(() => database.close())

  const ada = { email: 'Ada@Example.com', firstName: 'Ada', lastName: 'Lovelace' }
  const passwordHashOf = async (email: string) =>
    (await database.db.user.findUniqueOrThrow({ where: { email } })).passwordHash

  it('makes accounts and sub-accounts with integer ids, at the time of the clock', async () => {
    const parent = await createAccount(deps, { name: '  Acme  ' })
    const child = await createAccount(deps, { name: 'Acme Labs', parentId: parent.id })
    expect(Number.isInteger(parent.id)).toBe(true)
    expect(await database.db.account.findUnique({ where: { id: child.id } })).toEqual({
      id: child.id,
      parentId: parent.id,
      kind: 'partner',
      name: 'Acme Labs',
      disabledAt: null,
      createdAt: clock.now(),
    })
    expect((await database.db.account.findUnique({ where: { id: parent.id } }))?.name).toBe('Acme')
  })

  it('refuses an unknown parent account, and a name that is empty, too long or has control characters', async () => {
    await expect(createAccount(deps, { name: 'Orphan', parentId: 4_711 })).rejects.toMatchObject({
      code: 'account_not_found',
    })
    for (const name of ['', '   ', 'x'.repeat(201), 'Ac\u202eme', 'Ac\nme', 'Ac\u0000me'])
      await expect(createAccount(deps, { name })).rejects.toMatchObject({ code: 'name_invalid' })
    expect(await database.db.account.count({ where: { name: 'Orphan' } })).toBe(0)
  })

  it('keeps the time of the first disabling when an account is disabled again, and enables it', async () => {
    const { id } = await createAccount(deps, { name: 'Paused' })
    const disabledAt = async () => (await database.db.account.findUniqueOrThrow({ where: { id } })).disabledAt
    const first = clock.now()
    await setAccountDisabled(deps, id, true)
    clock.advance(1_000)
    await setAccountDisabled(deps, id, true)
    expect(await disabledAt()).toEqual(first)
    await setAccountDisabled(deps, id, false)
    await setAccountDisabled(deps, id, false)
    expect(await disabledAt()).toBeNull()
    await expect(setAccountDisabled(deps, 4_711, true)).rejects.toMatchObject({ code: 'account_not_found' })
  })

  it('stores an e-mail address in lower case, and refuses a second user with it in any case', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const user = await createUser(deps, { ...ada, accountId, password: 'analytical engine' })
    expect(user).toMatchObject({ email: 'ada@example.com', generatedPassword: null })
    await expect(createUser(deps, { ...ada, accountId, email: ' ADA@example.COM ' })).rejects.toMatchObject({
      code: 'email_taken',
    })
    expect(await verifyPassword(await passwordHashOf('ada@example.com'), 'analytical engine')).toBe(true)
  })

  it('makes the first user of an account an admin, also of ten at once, and the others members', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const roles = await Promise.all(
      Array.from({ length: 10 }, (_nothing, index) =>
        database.db.$transaction((tx) =>
          createUser({ db: tx, clock }, { ...ada, accountId, email: `first-${index}@example.com` }),
        ),
      ),
    )
    expect(roles.map(({ role }) => role).sort()).toEqual(['admin', ...Array<string>(9).fill('member')])
    const asked = { ...ada, accountId, email: 'second-admin@example.com', role: 'admin' as const }
    expect((await createUser(deps, asked)).role).toBe('admin')
  })

  it('makes one user when two requests race for the same e-mail address', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const asked = { ...ada, email: 'twin@example.com', accountId, password: 'analytical engine' }
    const results = await Promise.allSettled([createUser(deps, asked), createUser(deps, asked)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'email_taken' },
    })
  })

  it('refuses an invalid e-mail address, name or password and an unknown account, and stores nothing', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const before = await database.db.user.count()
    const good = { accountId, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' }
    // The last begins with U+212A, which lower-cases to an ASCII k.
    for (const email of ['', 'grace', 'grace@', '@example.com', 'a b@example.com', '\u212a@example.com'])
      await expect(createUser(deps, { ...good, email })).rejects.toMatchObject({ code: 'email_invalid' })
    await expect(createUser(deps, { ...good, firstName: ' ' })).rejects.toMatchObject({
      code: 'name_invalid',
    })
    await expect(createUser(deps, { ...good, lastName: '' })).rejects.toMatchObject({ code: 'name_invalid' })
    for (const password of ['', 'short', 'x'.repeat(1_025)])
      await expect(createUser(deps, { ...good, password })).rejects.toMatchObject({
        code: 'password_invalid',
      })
    await expect(createUser(deps, { ...good, accountId: 4_711 })).rejects.toMatchObject({
      code: 'account_not_found',
    })
    expect(await database.db.user.count()).toBe(before)
  })

  it('makes a password when none is given, and replaces it', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const made = await createUser(deps, { ...ada, accountId, email: 'mary@example.com' })
    expect(await verifyPassword(await passwordHashOf(made.email), made.generatedPassword ?? '')).toBe(true)

    const replaced = await setPassword(deps, 'MARY@example.com', undefined)
    expect(await verifyPassword(await passwordHashOf(made.email), made.generatedPassword ?? '')).toBe(false)
    expect(await verifyPassword(await passwordHashOf(made.email), replaced.generatedPassword ?? '')).toBe(
      true,
    )

    expect(await setPassword(deps, made.email, 'difference engine')).toEqual({
      userId: made.id,
      generatedPassword: null,
    })
    expect(await verifyPassword(await passwordHashOf(made.email), 'difference engine')).toBe(true)
    await expect(setPassword(deps, made.email, 'short')).rejects.toMatchObject({ code: 'password_invalid' })
    await expect(setPassword(deps, 'nobody@example.com', undefined)).rejects.toMatchObject({
      code: 'user_not_found',
    })
  })

  it('disables and enables a user by e-mail address in any case', async () => {
    const { id: accountId } = await createAccount(deps, { name: 'Acme' })
    const user = await createUser(deps, { ...ada, accountId, email: 'joan@example.com' })
    expect(await setUserDisabled(deps, 'Joan@Example.com', true)).toBe(user.id)
    expect((await database.db.user.findUnique({ where: { id: user.id } }))?.disabledAt).toEqual(clock.now())
    await setUserDisabled(deps, 'joan@example.com', false)
    expect((await database.db.user.findUnique({ where: { id: user.id } }))?.disabledAt).toBeNull()
  })
})
