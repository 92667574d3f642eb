/*
 * `npm run bench -- sign-in`: what a sign-in costs beside the argon2id hash alone, which is most of it. One sign-in at
 * a time, of a browser that is not known, with every limit counted and a session started; the two alternate, so that
 * other work of the machine slows both alike. `--sign-ins N` (100): of each.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createUser } from '@pas/accounts/create-user'
import { verifyPassword } from '@pas/accounts/passwords'
import { systemClock } from '@pas/runtime/clock'
import { Agent, request } from 'undici'
import { percentile, report, timeEach } from './measure'
import { openInstallation } from './oauth/open-installation'

const perRound = 5

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'sign-ins': { type: 'string', default: '100' } } })
  const { stack, db, user: demoUser } = await openInstallation()
  const password = randomBytes(12).toString('hex')
  const email = `bench-${randomBytes(4).toString('hex')}@example.test`
  const names = { firstName: 'Bench', lastName: 'User' }
  const { accountId } = demoUser
  const { id } = await createUser({ db, clock: systemClock }, { accountId, email, password, ...names })
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id } })
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })

  const page = await request(`${stack.authUrl}/login`, { dispatcher })
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const form_token = /name="form_token" value="([^"]+)"/.exec(await page.body.text())?.[1] ?? ''
  const body = new URLSearchParams({ email, password, form_token }).toString()
  const signIn = async (): Promise<void> => {
    const { statusCode, body: answer } = await request(`${stack.authUrl}/login`, {
      method: 'POST',
      dispatcher,
      headers: { cookie, origin: stack.authUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    await answer.dump()
    if (statusCode !== 303) throw new Error(`Signing in answered ${statusCode}`)
  }
  const hash = async (): Promise<void> => {
    if (!(await verifyPassword(passwordHash, password))) throw new Error('The hash is not the password’s')
  }

  await timeEach(perRound, signIn)
  await timeEach(perRound, hash)
  const times: { signIn: number[]; hash: number[] } = { signIn: [], hash: [] }
  while (times.hash.length < Number(values['sign-ins'])) {
    times.hash.push(...(await timeEach(perRound, hash)))
    times.signIn.push(...(await timeEach(perRound, signIn)))
  }
  const [signInMs, hashMs] = [percentile(times.signIn, 50), percentile(times.hash, 50)]
  report(
    'sign-in',
    {
      'sign-in p50 ms': signInMs,
      'argon2id hash alone p50 ms': hashMs,
      // On a busy machine a sign-in, in which four processes take part, waits for a processor at each step; the fastest
      // sign-ins do not.
      'sign-in p5 ms': percentile(times.signIn, 5),
      'argon2id hash alone p5 ms': percentile(times.hash, 5),
    },
    { 'sign-in / hash alone': { ratio: signInMs / hashMs, wanted: { atMost: 1.2 } } },
  )
  await db.$disconnect()
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
