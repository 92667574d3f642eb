import { setPassword } from '@pas/accounts/set-password'
import { issueSecret } from '@pas/accounts/secrets'
import { addressKey } from '@pas/runtime/http/address-key'
import { sign } from 'cookie-signature'
import { typedAddress } from '../src/throttle/typed-address'
import { startAuth, type TestAuth, type TestUser } from './start-auth'
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

describe('guesses at other places', () => {
  let auth: TestAuth

  beforeAll(async () => {
    auth = await startAuth({ manyPlaces: true, limits: { signInFailuresPerDay: 25 } })
  })
  afterAll(() => auth.close())

  const guess = async (place: string, email: string, times: number): Promise<number[]> => {
    const stranger = createVisitor(auth, { 'X-Forwarded-For': place })
    const statuses = []
    for (let count = 0; count < times; count++)
      statuses.push((await stranger.submit('/login', wrong(email))).status)
    await stranger.close()
    return statuses
  }
  const signInFrom = async (person: Visitor, { email, password }: TestUser): Promise<number> => {
    person.cookies.delete('__Host-session')
    return (await person.submit('/login', { email, password })).status
  }

  it('do not lock a user out: ten wrong passwords count at their own place', async () => {
    const user = await auth.createUser()
    expect((await guess('192.0.2.1', user.email, 11)).at(-1)).toBe(429)
    const owner = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.1' })
    expect(await signInFrom(owner, user)).toBe(303)
    // The owner's success gives the stranger nothing back.
    expect(await guess('192.0.2.1', user.email, 1)).toEqual([429])
    await owner.close()
  })

  it('from many places end at the limit of a day, and never lock out a device on which the user has signed in', async () => {
    const user = await auth.createUser()
    const known = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.2' })
    expect(await signInFrom(known, user)).toBe(303)

    const statuses = []
    for (const place of ['192.0.2.11', '192.0.2.12', '192.0.2.13'])
      statuses.push(...(await guess(place, user.email, 10)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(25)
    const unknown = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.3' })
    expect(await signInFrom(unknown, user)).toBe(429)
    expect(await signInFrom(known, user)).toBe(303)

    // The cookie of a device counts only for its own user, and only as we signed it.
    const cookie = known.cookies.get('__Host-device') ?? ''
    const other = await auth.createUser()
    expect(await signInFrom(known, other)).toBe(303)
    unknown.cookies.set('__Host-device', known.cookies.get('__Host-device') ?? '')
    expect(await signInFrom(unknown, user)).toBe(429)
    unknown.cookies.set('__Host-device', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`)
    expect(await signInFrom(unknown, user)).toBe(429)
    unknown.cookies.set('__Host-device', unknown.cookies.get('__Host-form') ?? '')
    expect(await signInFrom(unknown, user)).toBe(429)
    unknown.cookies.set('__Host-device', cookie)
    expect(await signInFrom(unknown, user)).toBe(303)
    await known.close()
    await unknown.close()
  })

  describe('when many places have used up the day of a user', () => {
    let user: TestUser
    let known: Visitor
    let stranger: Visitor

    beforeEach(async () => {
      user = await auth.createUser()
      known = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.6' })
      expect(await signInFrom(known, user)).toBe(303)
      for (const place of ['192.0.2.21', '192.0.2.22', '192.0.2.23']) await guess(place, user.email, 10)
      stranger = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.7' })
    })
    afterEach(() => Promise.all([known.close(), stranger.close()]))

    const expectStrangerRefused = async () => expect(await signInFrom(stranger, user)).toBe(429)

    it('a device is known for 180 days after the last sign-in, also when its browser keeps the cookie', async () => {
      const start = auth.clock.now()
      const days = (count: number) => auth.clock.advance(count * 24 * 60 * 60 * 1000)
      await expectStrangerRefused()
      days(180)
      const old = known.cookies.get('__Host-device') ?? ''
      expect(await signInFrom(known, user)).toBe(303)
      days(1)
      expect(await signInFrom(known, user)).toBe(303)
      known.cookies.set('__Host-device', old)
      expect(await signInFrom(known, user)).toBe(429)
      auth.clock.set(start)
    })

    it('a device stays known with a new password, and not to another user who gets the address', async () => {
      const password = 'another long password'
      await setPassword(auth, user.email, password)
      user = { ...user, password }
      await expectStrangerRefused()
      expect(await signInFrom(known, user)).toBe(303)

      const { id, ...row } = await auth.db.user.findUniqueOrThrow({ where: { id: user.id } })
      await auth.db.user.delete({ where: { id } })
      await auth.db.user.create({ data: row })
      await expectStrangerRefused()
      expect(await signInFrom(known, user)).toBe(429)
    })

    it('a cookie of releases that wrote neither user nor day makes no device known', async () => {
      const { key } = typedAddress(user.email)
      for (const mark of ['', '.second-factor']) {
        const value = `${issueSecret('device')}.${key}${mark}`
        stranger.cookies.set('__Host-device', sign(value, auth.config.sessionSecret))
        await expectStrangerRefused()
      }
      expect(await signInFrom(known, user)).toBe(303)
    })
  })

  it('do not delay a known device, however many places guess at once', async () => {
    const user = await auth.createUser()
    const known = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.5' })
    expect(await signInFrom(known, user)).toBe(303)
    known.cookies.delete('__Host-session')
    await known.get('/login')
    const places = Array.from({ length: 24 }, (_, index) => `203.0.113.${index + 1}`)
    const strangers = createVisitor(auth)
    // Opens all connections, so that the guesses arrive together.
    await Promise.all(places.map(() => strangers.get('/login')))
    const token = { form_token: strangers.field('form_token') }
    const answered: string[] = []
    const guesses = places.map(async (place) => {
      const fields = { ...wrong(`nobody-at-${place}@example.test`), ...token }
      const { status } = await strangers.post('/login', fields, { 'X-Forwarded-For': place })
      answered.push(`guess ${status}`)
    })
    await Promise.race(guesses)
    const { email, password } = user
    const form_token = known.field('form_token')
    const { status } = await known.post('/login', { email, password, form_token })
    answered.push(`known ${status}`)
    await Promise.all(guesses)
    expect(answered.indexOf('known 303')).toBeGreaterThan(0)
    expect(answered.indexOf('known 303')).toBeLessThan(places.length / 2)
    await Promise.all([known.close(), strangers.close()])
  })

  it('are limited on a known device, too', async () => {
    const user = await auth.createUser()
    const known = createVisitor(auth, { 'X-Forwarded-For': '198.51.100.4' })
    expect(await signInFrom(known, user)).toBe(303)
    known.cookies.delete('__Host-session')
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push((await known.submit('/login', wrong(user.email))).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    await known.close()
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
