/*
 * Runs the receiver beside a running `npm start`: makes a webhook for it, and posts an email with three previews. The
 * receiver prints the messages about them. Ctrl-C deletes the webhook.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'

const home = path.resolve(import.meta.dirname, '../..', process.env.PAS_HOME || '.run')
let stack
try {
  stack = JSON.parse(readFileSync(path.join(home, 'stack.json'), 'utf8'))
} catch {
  console.error(`No stack is ready in ${home}: run 'npm start' first, and this beside it.`)
  process.exit(1)
}
/** The only port of this machine to which the API of `npm start` sends webhooks. */
const port = Number(new URL(stack.auth_url).port) + 7
const ca = readFileSync(stack.ca_file)

/** Calls the API with the demo account's key; resolves to the answer's JSON. */
function call(method, resource, body) {
  const headers = body ? { 'Content-Type': 'application/json' } : {}
  return new Promise((resolve, reject) => {
    const request = https.request(
      `${stack.instant_url}${resource}`,
      { method, headers, auth: `${stack.demo.api_key}:`, ca },
      async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        if (response.statusCode < 300) resolve(text === '' ? null : JSON.parse(text))
        else reject(new Error(`${method} ${resource} answered ${response.statusCode}: ${text}`))
      },
    )
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}

const webhook = await call('POST', '/webhooks', {
  url: `http://127.0.0.1:${port}/`,
  event_types: ['email.checks_finished', 'email.previews_finished', 'preview.captured', 'preview.failed'],
  description: 'examples/webhook-receiver',
})
const receiver = spawn(process.execPath, [path.join(import.meta.dirname, 'receiver.mjs')], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port), WEBHOOK_SECRETS: webhook.secret },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => receiver.kill(signal))
receiver.on('exit', async () => {
  await call('DELETE', `/webhooks/${webhook.webhook_id}`)
})
await call('POST', '/emails', {
  subject: 'Hello',
  html_text: '<h1>Hello</h1>',
  plain_text: 'Hello',
  reference: 'example',
  checks: true,
  configurations: [{ client: 'CHROMEGMAILNEW' }, { client: 'PLAINTEXT' }, { client: 'W3M' }],
})
