import { addressKey } from '@pas/runtime/http/address-key'
import { startAuth, type TestAuth } from './start-auth'
import { createVisitor, type Visitor } from './visitor'

const wrong = (email: string) => ({ email, password: 'a wrong password' })
const countFailures = async (auth: TestAuth): Promise<number> => {
  await auth.refusalTrail.settled()
  return auth.db.auditEvent.count({ where: { action: 'session.start.failed' } })
}

describe('limits on failed sign-ins', () => {
  let auth: TestAuth
  let visitor: Visitor

  beforeEach(async () => {
    auth = await startAuth()
    visitor = createVisitor(auth)
  })
  afterEach(async () => {
    await visitor.close()
    await auth.close()
  })

  it.each(['an existing', 'an unknown'])(
    'verifies 10 of 20 guesses at once at %s account, and refuses the right password afterwards',
    async (which) => {
      const email = which === 'an existing' ? auth.user.email : 'nobody@example.test'
      await visitor.get('/login')
      const token = { form_token: visitor.field('form_token') }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => visitor.post('/login', { ...wrong(email), ...token })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(10).fill(429),
      ])
      // An unknown address has no audit row: rows are never erased, and addresses can be made up.
      const rows = which === 'an existing' ? 10 : 0
      expect(await countFailures(auth)).toBe(rows)

      const refused = await visitor.submit('/login', {
        email: email.toUpperCase(),
        password: auth.user.password,
      })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
      expect(await refused.text()).toMatch(/Too many attempts failed\. Try again in 1[45] minutes\./)
      expect(await countFailures(auth)).toBe(rows)
    },
  )

  it('forgets the failures of an account whose user signs in', async () => {
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 9; guess++)
        expect((await visitor.submit('/login', wrong(auth.user.email))).status).toBe(401)
      const stranger = createVisitor(auth)
      await stranger.signIn(auth.user)
      await stranger.close()
    }
  })

  it('does not affect other accounts when one is refused', async () => {
    const other = await auth.createUser()
    for (let guess = 0; guess < 60; guess++) await visitor.submit('/login', wrong(auth.user.email))
    await visitor.signIn(other)
  })
})

describe('limits on failed sign-ins per address', () => {
  it('stops guesses spread over many accounts, and counts no success', async () => {
    const auth = await startAuth({ limits: { signInFailuresPerAddress: 5 } })
    const visitor = createVisitor(auth)
    for (let round = 0; round < 6; round++) {
      const person = createVisitor(auth)
      await person.signIn(auth.user)
      await person.close()
    }
    const statuses = []
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await visitor.submit('/login', wrong(`person-${guess}@example.test`))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await visitor.submit('/login', auth.user as never)).status).toBe(429)
    await visitor.close()
    await auth.close()
  })

  it('counts an IPv6 network as one address, and an IPv4 address as itself however it is written', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:db8:1:3::1')).not.toBe('2001:db8:1:2::/64')
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey(undefined)).toBe('unknown')
  })
})

describe('without Redis', () => {
  it('refuses sign-ins, says when to try again, and keeps users signed in', async () => {
    const auth = await startAuth({ redisUrl: 'redis://127.0.0.1:1' })
    const visitor = createVisitor(auth)
    for (const password of [auth.user.password, 'a wrong password']) {
      const answer = await visitor.submit('/login', { email: auth.user.email, password })
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.text()).toContain('Nobody can sign in for the moment')
    }
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    expect(await countFailures(auth)).toBe(0)
    await visitor.close()
    await auth.close()
  })
})
