/*
 * A real OpenID provider on loopback: npm's `oidc-provider` with its own sign-in and consent pages, in a process of its
 * own. Anybody signs in there with a person's name and any password. Arguments: the redirect URI, and the people as
 * JSON: claims by name. It sends its issuer over IPC once it listens.
 */
import { once } from 'node:events'
import http from 'node:http'
import { Provider } from 'oidc-provider'

const [redirectUri, people] = process.argv.slice(2)
const claimsOf = JSON.parse(people)

const server = http.createServer()
await once(server.listen(0, '127.0.0.1'), 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`
const provider = new Provider(issuer, {
  clients: [
    { client_id: 'partner-access', client_secret: 'a-secret-of-this-test', redirect_uris: [redirectUri] },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  findAccount: (_context, name) => ({ accountId: name, claims: () => ({ sub: name, ...claimsOf[name] }) }),
})
server.on('request', provider.callback())
process.send({ issuer })
