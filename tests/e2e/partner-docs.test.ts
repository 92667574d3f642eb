import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { createVisitor } from '../../services/auth/tests/visitor'
import { createServices, type Services } from './start-services'
import { createTestCertificate } from './test-certificate'

const page = readFileSync(path.resolve(__dirname, '../../docs/partners.md'), 'utf8')
const callback = 'https://you.example.com/callback?tenant=7'
const person = {
  email: 'dana@example.test',
  firstName: 'Dana',
  lastName: 'Demo',
  password: 'a long password',
}
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** The shell blocks of the page, in order, each with the JSON block that follows it. */
const steps = [...page.matchAll(/```sh\n([^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
  ([, command = '', answer]) => ({
    command,
    answer: answer === undefined ? null : asRecord(JSON.parse(answer)),
  }),
)

/** The answer itself, or the first entry of an answer that is a list. */
function asRecord(answer: unknown): Record<string, unknown> {
  return (Array.isArray(answer) ? answer[0] : answer) as Record<string, unknown>
}

const testWithCurl = hasCurl ? it : it.skip

describe('docs/partners.md', () => {
  let folder: TestFolder
  let services: Services

  beforeAll(async () => {
    folder = await createTestFolder()
  })
  afterAll(async () => {
    await services?.close()
    await folder.close()
  })

  testWithCurl(
    `answers every command with the members that it shows${hasCurl ? '' : ' (skipped: curl is not on PATH)'}`,
    async () => {
      const certificate = await createTestCertificate(folder.path)
      services = await createServices({}, certificate)
      const [auth, api] = await Promise.all([services.startAuth(), services.startApi()])
      const deps = { db: services.database.db, clock: systemClock }
      const { accountId } = services
      const user = await createUser(deps, { accountId, ...person })
      const { clientId, clientSecret } = await createOauthApplication(deps, {
        accountId,
        name: 'You',
        callbackUris: [callback],
      })

      const verifier = randomBytes(32).toString('base64url')
      const visitor = createVisitor({ url: auth.url, ca: readFileSync(certificate.caFile, 'utf8') })
      await visitor.signIn({ ...user, ...person, accountId })
      const authorize = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        state: 'kept',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      await visitor.get(`/oauth/authorize?${authorize.toString()}`)
      const approved = await visitor.post('/oauth/consent', {
        form_token: visitor.field('form_token'),
        request: visitor.field('request'),
        decision: 'approve',
      })
      await visitor.close()
      const back = new URL(approved.headers.get('location') ?? '')
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ tenant: '7', state: 'kept' })

      const variables: Record<string, string> = {
        AUTH: auth.url,
        API: api.url,
        INSTANT: `${api.url}/v1`,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        CALLBACK: callback,
        CODE: back.searchParams.get('code') ?? '',
        VERIFIER: verifier,
        CURL_CA_BUNDLE: certificate.caFile,
        PATH: process.env.PATH ?? '',
      }
      expect(steps.length).toBeGreaterThanOrEqual(8)
      let guid = ''
      for (const { command, answer } of steps) {
        const ours = command.replace('54d88a1a-…', guid)
        const { stdout } = await promisify(execFile)('bash', ['-c', ours], { env: variables })
        const got = asRecord(JSON.parse(stdout))
        expect({ command, error: got.error }).toEqual({ command, error: undefined })
        if (answer) expect(Object.keys(got)).toEqual(Object.keys(answer))
        if (typeof got.email_guid === 'string') guid = got.email_guid
        if (typeof got.access_token === 'string') variables.ACCESS_TOKEN = got.access_token
        if (typeof got.refresh_token === 'string') variables.REFRESH_TOKEN = got.refresh_token
      }
      expect(await services.database.db.tokenFamily.count({ where: { revokedAt: null } })).toBe(0)
    },
  )
})
