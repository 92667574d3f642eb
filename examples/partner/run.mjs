/*
 * Runs the example partner against a running `npm start`, with the credentials of the stack's demo application, on the
 * callback URI that is registered for it.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const home = path.resolve(import.meta.dirname, '../..', process.env.PAS_HOME || '.run')
let stack
try {
  stack = JSON.parse(readFileSync(path.join(home, 'stack.json'), 'utf8'))
} catch {
  console.error(`No stack is ready in ${home}: run 'npm start' first, and this beside it.`)
  process.exit(1)
}
console.log(
  `sign in as ${stack.demo.user.email}; the password is demo.user.password in ${path.join(home, 'stack.json')}`,
)
const tls = path.dirname(stack.ca_file)
const partner = spawn(process.execPath, [path.join(import.meta.dirname, 'partner.mjs')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    // Node reads this variable only when it starts, so the partner runs in a process of its own.
    NODE_EXTRA_CA_CERTS: stack.ca_file,
    AUTH_URL: stack.auth_url,
    API_URL: stack.api_url,
    INSTANT_URL: stack.instant_url,
    CLIENT_ID: stack.demo.client_id,
    CLIENT_SECRET: stack.demo.client_secret,
    CALLBACK_URL: stack.demo.callback,
    TLS_CERT_FILE: path.join(tls, 'server.pem'),
    TLS_KEY_FILE: path.join(tls, 'server.key'),
    NEWSLETTER_IMAGES_URL: stack.demo.assets_url,
  },
})
partner.on('exit', (code) => {
  process.exitCode = code ?? 0
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => partner.kill(signal))
