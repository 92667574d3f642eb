import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createOauthApplication, type IssuedCredentials } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { systemClock } from '@pas/runtime/clock'
import { answerConsent, redirectOf } from '../../services/auth/tests/oauth-flow'
import { createVisitor, type Visitor } from '../../services/auth/tests/visitor'
import { api, auth, certificate, services } from './partner-stack'

const callback = 'https://partner.example.com/callback'
const person = {
  email: 'countess@example.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'a long password',
}

/** A line that a partner application prints. */
interface Printed {
  authorizeUrl?: string
  first?: string
  second?: string
  users?: unknown[]
}

describe('generic client libraries, with their own defaults over HTTPS', () => {
  let visitor: Visitor
  let application: IssuedCredentials
  let userId: number
  /** Killed afterwards, as a test that fails leaves its process running. */
  const started: ChildProcess[] = []

  beforeAll(async () => {
    const deps = { db: services.database.db, clock: systemClock }
    const { accountId } = services
    application = await createOauthApplication(deps, { accountId, name: 'Partner', callbackUris: [callback] })
    const user = await createUser(deps, { accountId, ...person })
    userId = user.id
    visitor = createVisitor({ url: auth.url, ca: readFileSync(certificate.caFile, 'utf8') })
    await visitor.signIn({ id: userId, accountId, ...person })
  })
  afterAll(async () => {
    for (const partner of started) partner.kill()
    await visitor?.close()
  })

  /**
   * Starts a partner application in a process of its own, so that the library runs as it was published, outside of
   * Jest, and trusts the test's CA by NODE_EXTRA_CA_CERTS.
   */
  function startPartner(library: string) {
    const partner = spawn(process.execPath, [path.join(__dirname, 'client-libraries', `${library}.mjs`)], {
      env: {
        PATH: process.env.PATH,
        AUTH_URL: auth.url,
        API_URL: api.url,
        CLIENT_ID: application.clientId,
        CLIENT_SECRET: application.clientSecret,
        CALLBACK: callback,
        NODE_EXTRA_CA_CERTS: certificate.caFile,
      },
    })
    started.push(partner)
    let complaint = ''
    partner.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    const lines = createInterface({ input: partner.stdout })[Symbol.asyncIterator]()
    return {
      next: async () => {
        const line = await lines.next()
        if (line.done) throw new Error(`${library} ended early:\n${complaint}`)
        return JSON.parse(line.value) as Printed
      },
      tell: (line: string) => partner.stdin.write(`${line}\n`),
      /** Resolves to the exit code. */
      ended: new Promise<number | null>((resolve) => partner.once('close', resolve)),
    }
  }

  const statusOf = async (accessToken: string | undefined) =>
    (await findAccessToken({ db: services.database.db, clock: systemClock }, accessToken ?? ''))?.status

  it.each(['simple-oauth2', 'openid-client', 'oauth4webapi', 'passport-oauth2', 'badgateway-oauth2-client'])(
    '%s authorizes, exchanges, asks who the user is, refreshes and revokes',
    async (library) => {
      const partner = startPartner(library)
      const { authorizeUrl = '' } = await partner.next()
      const asked = await visitor.get(authorizeUrl)
      const answered = asked.status === 200 ? await answerConsent(visitor, 'approve') : asked
      partner.tell(redirectOf(answered).href)
      const { first, second, users } = await partner.next()
      const name = { full_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' }
      const user = { id: userId, ...name, language: null }
      expect(users).toEqual([{ user }, { user }])
      expect(second).not.toBe(first)
      partner.tell('looked')
      await partner.next()
      expect(await statusOf(first)).toBe('revoked')
      expect(await statusOf(second)).toBe('revoked')
      expect(await partner.ended).toBe(0)
    },
  )
})
