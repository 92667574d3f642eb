import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { findAccessToken } from '@pas/accounts/find-access-token'
import { answerConsent, redirectOf, startFlow, type OAuthFlow } from './oauth-flow'

let flow: OAuthFlow
/** Ended when a test failed half-way. */
const started: ChildProcess[] = []
beforeAll(async () => {
  flow = await startFlow()
})
afterAll(async () => {
  for (const partner of started) partner.kill()
  await flow.close()
})

/** A partner application in a process of its own, so that the library runs as it was published and trusts as Node does. */
function startPartner(library: string) {
  const { url, application, caFile } = flow.auth
  const partner = spawn(process.execPath, [path.join(__dirname, 'client-libraries', `${library}.mjs`)], {
    env: {
      PATH: process.env.PATH,
      AUTH_URL: url,
      CLIENT_ID: application.clientId,
      CLIENT_SECRET: application.clientSecret,
      CALLBACK: application.callbackUri,
      NODE_EXTRA_CA_CERTS: caFile,
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
      return JSON.parse(line.value) as Record<string, string>
    },
    tell: (line: string) => partner.stdin.write(`${line}\n`),
    /** Resolves to its exit code. */
    ended: new Promise<number | null>((resolve) => partner.once('close', resolve)),
  }
}

const statusOf = async (accessToken: string | undefined) =>
  (await findAccessToken(flow.auth, accessToken ?? ''))?.status

// `/v2/users/current` is the API's: tests/e2e goes there with such a token.
describe('generic client libraries, with their own defaults over HTTPS', () => {
  it.each(['simple-oauth2', 'openid-client', 'oauth4webapi', 'passport-oauth2', 'badgateway-oauth2-client'])(
    '%s authorizes, exchanges, refreshes and revokes',
    async (library) => {
      const partner = startPartner(library)
      const { authorizeUrl = '' } = await partner.next()
      const asked = await flow.visitor.get(authorizeUrl)
      const answered = asked.status === 200 ? await answerConsent(flow.visitor, 'approve') : asked
      partner.tell(redirectOf(answered).href)
      const { first, second } = await partner.next()
      expect(await statusOf(first)).toBe('active')
      expect(await statusOf(second)).toBe('active')
      expect(second).not.toBe(first)
      partner.tell('looked')
      await partner.next()
      expect(await statusOf(first)).toBe('revoked')
      expect(await statusOf(second)).toBe('revoked')
      expect(await partner.ended).toBe(0)
    },
  )
})
