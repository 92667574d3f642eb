import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createAuditNotes, type AuditNotes } from '@pas/accounts/audit-notes'
import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication, type IssuedCredentials } from '@pas/accounts/create-oauth-application'
import type { UserRole } from '@pas/accounts/user-roles'
import type { Database } from '@pas/db/database'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { createMailer } from '@pas/mail/mailer'
import { createReadiness } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { createLogger } from '@pas/runtime/logger'
import { createManualClock, type ManualClock } from '@pas/testing/manual-clock'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder } from '@pas/testing/test-folder'
import { freePort } from '@pas/testing/free-port'
import { createTestCertificate } from '../../../tests/e2e/test-certificate'
import { createApp } from '../src/app'
import type { AuthConfig } from '../src/config'
import { startMailOutbox, type MailOutbox } from '../src/mails/mail-outbox'
import { createLostPasswords, type LostPasswords } from '../src/passwords/lost-passwords'
import { openServedEngines } from '../src/settings/open-served-engines'
import { openThrottle } from '../src/throttle/open-throttle'

/** Salts and hashes of passwords, by argon2id at its lowest cost: a test's time is not for hashing. */
const quickHashes = Object.entries({
  'password 1 for tests': 'CW0gGypTqFPYRc2lT/DEaQ$pRmHMqsRhfsMYViQvQQTIGWLQQs8sbAeMCEOO4mXPRA',
  'password 2 for tests': 'snCdX79IkDR179iWawywUQ$x9RuqvXrq26McqCYSSvJF013uWqoE0FXCjObYbMDYyI',
  'password 3 for tests': 'iIR5eHFD80VfNc/w3eAEng$mDLkhBK2B5KdvhOMgd8mszvqzNyuRorTWwpmY9Avtv0',
})

/** A user of a test, with the password in clear text. */
export interface TestUser {
  id: number
  email: string
  password: string
  accountId: number
}

/** The auth service in this process, over real stores of its own and over TLS with a CA of its own. */
export interface TestAuth {
  /** The service's URL without a trailing slash, which is also its AUTH_URL. */
  url: string
  /** The certificate of the CA, as PEM, which a caller has to trust. */
  ca: string
  caFile: string
  db: Database
  databaseUrl: string
  makeUrlOf: TestDatabase['makeUrlOf']
  clock: ManualClock
  config: AuthConfig
  refusalTrail: AuditNotes
  lostPasswords: LostPasswords
  /** Sends mails; null unless the service was started with `smtpUrl`. */
  mailOutbox: MailOutbox | null
  accountId: number
  user: TestUser
  application: IssuedCredentials & { callbackUri: string }
  /** A member by default. */
  createUser(accountId?: number, role?: UserRole): Promise<TestUser>
  createApplication(...callbackUris: string[]): Promise<IssuedCredentials>
  close(): Promise<void>
}

/**
 * Starts the service, with the rights of auth only in Redis. `redisUrl` replaces the test run's Redis, e.g. to be without one. With `smtpUrl` it sends mail.
 * With `manyPlaces` a request comes from the address in its `X-Forwarded-For`.
 */
export async function startAuth({
  redisUrl = null,
  limits = {},
  smtpUrl = null,
  product = {},
  manyPlaces = false,
  encryptionKeys = [randomBytes(24).toString('hex')],
  openid = null,
  boardUrl = null,
  port: givenPort,
}: {
  redisUrl?: string | null
  limits?: Partial<AuthConfig['limits']>
  smtpUrl?: string | null
  product?: Partial<AuthConfig['product']>
  manyPlaces?: boolean
  encryptionKeys?: string[]
  openid?: AuthConfig['openid']
  /** Null for an installation without a board. */
  boardUrl?: string | null
  /** For a test whose OpenID provider has to know the address before. */
  port?: number
} = {}): Promise<TestAuth> {
  const database = await createTestDatabase()
  const redisPrefix = `test-${randomBytes(6).toString('hex')}`
  const folder = await createTestFolder()
  const { caFile, certFile, keyFile } = await createTestCertificate(folder.path)
  const port = givenPort ?? (await freePort())
  const logger = createLogger('auth')
  logger.level = process.env.LOG ?? 'silent'
  const clock = createManualClock(new Date())
  const authRedisUrl = redisUrl ?? (await makeRedisUrlOf('pas_auth', redisPrefix))
  const config: AuthConfig = {
    http: {
      host: '127.0.0.1',
      port,
      tls: { certFile, keyFile },
      trustProxy: manyPlaces ? ['127.0.0.1/32'] : [],
      plainPort: null,
      hstsIncludesSubdomains: true,
    },
    stop: { drainDelayMs: 0, graceMs: 60_000 },
    database: { url: database.url, poolMax: 10 },
    startTimeoutMs: 60_000,
    queues: { url: authRedisUrl, prefix: redisPrefix },
    rates: {
      url: authRedisUrl,
      prefix: redisPrefix,
      variable: 'REDIS_URL',
    },
    authUrl: `https://localhost:${port}`,
    boardUrl,
    sessionSecret: randomBytes(24).toString('hex'),
    mail: smtpUrl === null ? null : { smtpUrl, from: 'Partner Access <no-reply@example.test>' },
    product: { name: 'Partner Access', supportUrl: null, logoUrl: null, ...product },
    encryptionKeys,
    openid,
    accessTokenTtlSeconds: 7_200,
    defaultEmailClients: popularEmailClients,
    accountLimits: {
      emailsPerMinute: 600,
      capturesPerHour: 20_000,
      capturesWaiting: 2_000,
      emailBytesPerHour: 10 * 1024 ** 3,
      checksPerMinute: 300,
    },
    limits: {
      signInFailuresPerAccount: 10,
      signInFailuresPerAddress: 50,
      signInFailuresPerDay: 100,
      tokenFailures: 100,
      ...limits,
    },
  }
  const throttle = openThrottle({ ...config.rates, limits: config.limits }, logger)
  const { db } = database
  const refusalTrail = createAuditNotes({ db, clock, logger })
  const mailOutbox =
    config.mail && startMailOutbox({ ...config, db, clock, logger, mailer: createMailer(config.mail) })
  const lostPasswords = createLostPasswords({ db, clock, logger, throttle, wake: () => mailOutbox?.wake() })
  const servedEngines = openServedEngines(config.queues, clock, logger)
  const stores = { db, throttle, servedEngines }
  const parts = { config, ...stores, clock, logger, refusalTrail, lostPasswords, mailOutbox }
  const app = createApp(parts, createReadiness(), [])
  await throttle.untilNotRefused()
  const listening = await listen(app, config.http)
  const deps = { db, clock }
  const { id: accountId } = await createAccount(deps, { name: 'Test Account' })

  let made = 0
  /** Users that are made one after another have different passwords. */
  const newUser = async (ofAccount = accountId, role: UserRole = 'member'): Promise<TestUser> => {
    const [password = '', hash = ''] = quickHashes[made++ % quickHashes.length] ?? []
    const passwordHash = `$argon2id$v=19$m=8,t=1,p=1$${hash}`
    const email = `person-${randomBytes(4).toString('hex')}@example.test`
    const name = { firstName: 'Ada', lastName: 'Person' }
    const { id } = await db.user.create({
      data: { accountId: ofAccount, email, role, ...name, passwordHash, createdAt: clock.now() },
    })
    return { id, email, password, accountId: ofAccount }
  }
  const createApplication = (...callbackUris: string[]): Promise<IssuedCredentials> =>
    createOauthApplication(deps, { accountId, name: 'Partner', callbackUris })

  const callbackUri = 'https://partner.example.com/callback'
  return {
    url: config.authUrl,
    ca: readFileSync(caFile, 'utf8'),
    caFile,
    db,
    databaseUrl: database.url,
    makeUrlOf: (role) => database.makeUrlOf(role),
    clock,
    config,
    refusalTrail,
    lostPasswords,
    mailOutbox,
    accountId,
    user: await newUser(),
    application: { ...(await createApplication(callbackUri)), callbackUri },
    createUser: newUser,
    createApplication,
    close: async () => {
      await listening.close()
      await refusalTrail.settled()
      await lostPasswords.settled()
      throttle.close()
      await mailOutbox?.close()
      await database.close()
      await folder.close()
    },
  }
}
