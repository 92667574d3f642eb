import { findAccessToken } from '@pas/accounts/find-access-token'
import { startAuth, type TestAuth } from './start-auth'
import { createVisitor, type Visitor } from './visitor'
import {
  createApplicationServer,
  exchangeBody,
  obtainCode,
  type ApplicationServer,
  type TokenAnswer,
} from './oauth-flow'

let auth: TestAuth
let visitor: Visitor
let server: ApplicationServer

beforeAll(async () => {
  auth = await startAuth()
  server = createApplicationServer(auth)
  visitor = createVisitor(auth)
  await visitor.signIn(auth.user)
})
afterAll(async () => {
  await visitor.close()
  await server.close()
  await auth.close()
})

describe('RFC 6749 §5.1 successful response', () => {
  it('answers JSON with a bearer token, its life, a refresh token, the scope and when it was made, never to be stored', async () => {
    const code = await obtainCode(auth, visitor)
    const response = await server.json('/oauth/token', exchangeBody(auth, code))
    expect(await response.clone().text()).toMatch(/access/)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as TokenAnswer
    expect(await findAccessToken(auth, answer.access_token)).toMatchObject({ status: 'active' })
  })
})
