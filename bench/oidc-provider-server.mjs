/*
 * The baseline for token exchanges: npm's `oidc-provider` with its own in-memory store, over the same TLS, in a process
 * of its own. It sends its port over IPC once it listens, and issues as many codes as an `issue` message asks for.
 */
import { readFileSync } from 'node:fs'
import https from 'node:https'
import { Provider } from 'oidc-provider'

const [certFile, keyFile] = process.argv.slice(2)
const application = {
  client_id: 'bench',
  client_secret: 'a-secret-of-the-benchmark-and-nothing-else',
  redirect_uris: ['https://partner.example.com/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
}
const provider = new Provider('https://localhost', {
  clients: [application],
  scopes: ['full'],
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // As our token endpoint, which issues a refresh token with every exchange.
  issueRefreshToken: () => true,
  features: { devInteractions: { enabled: false } },
  ttl: { AccessToken: 7_200, AuthorizationCode: 600, RefreshToken: 86_400, Grant: 86_400 },
})

async function issueCode() {
  const grant = new provider.Grant({ clientId: application.client_id, accountId: '1' })
  grant.addOIDCScope('full')
  const grantId = await grant.save()
  const code = new provider.AuthorizationCode({
    client: await provider.Client.find(application.client_id),
    accountId: '1',
    grantId,
    redirectUri: application.redirect_uris[0],
    scope: 'full',
    gty: 'authorization_code',
  })
  return code.save()
}

process.on('message', async ({ issue }) => {
  const codes = []
  for (let index = 0; index < issue; index++) codes.push(await issueCode())
  process.send({ codes })
})
const server = https.createServer(
  { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  provider.callback(),
)
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, application }))
