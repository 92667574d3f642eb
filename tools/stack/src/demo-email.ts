import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createdEmailBody } from '@pas/api-contract/emails'
import { StackError } from './progress'

export interface DemoEmail {
  tree: string
  assetsUrl: string
  instantUrl: string
  caFile: string
  apiKey: string
  /** The email is also drawn in these; nobody waits for it. */
  emailClients: readonly string[]
}

const emailClientCode = 'CHROMEGMAILNEW'
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Requests are retried this long on 503 and 504: the stack has just started. */
const busyTimeoutMs = 60_000
const askAgainMs = 250
/** Above the time that the API itself waits for a capture. */
const requestTimeoutMs = 60_000

/** Fetches the preview as a browser would, and returns its URL. Throws a `StackError`. */
export async function sendDemoEmail({
  tree,
  assetsUrl,
  instantUrl,
  caFile,
  apiKey,
  emailClients,
}: DemoEmail): Promise<string> {
  const template = await readFile(path.join(tree, 'tools', 'demo-web', 'demo', 'newsletter.html'), 'utf8')
  const ca = readFileSync(caFile)
  const post = (url: string, body: object): Promise<Answer> =>
    exchangeUntilServed(url, ca, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  const created = await post(`${instantUrl}/emails`, {
    subject: 'Slow mornings, long trails',
    from_address: 'news@example.com',
    from_display_name: 'Fern & Field',
    html_text: template.replaceAll('{{assets}}', assetsUrl),
  })
  if (created.status !== 200) throw unexpected('The demo email was not accepted', created)
  const { email_guid: guid } = createdEmailBody.parse(JSON.parse(created.body.toString()))
  const previewUrl = `${instantUrl}/emails/${guid}/previews/${emailClientCode}/full`
  const preview = await exchangeUntilServed(previewUrl, ca, {})
  if (preview.status !== 301 || !preview.location) throw unexpected('The demo email was not drawn', preview)
  const image = await exchangeUntilServed(preview.location, ca, {})
  if (image.status !== 200 || !image.body.subarray(0, 8).equals(pngSignature))
    throw unexpected("The demo email's picture was not served", image)
  if (emailClients.length > 0) {
    const configurations = emailClients.map((client) => ({ client }))
    const asked = await post(`${instantUrl}/emails/${guid}/previews/prefetch`, { configurations })
    if (asked.status !== 202) throw unexpected("The demo email's other pictures were not begun", asked)
  }
  return previewUrl
}

interface Answer {
  status: number
  location: string | undefined
  body: Buffer
}

function unexpected(what: string, { status, body }: Answer): StackError {
  return new StackError(`${what}: status ${status}, ${body.subarray(0, 500).toString('latin1')}`)
}

/** Retries 503 and 504: a store is late, no worker has sent its heartbeat yet, or a capture takes long. */
async function exchangeUntilServed(url: string, ca: Buffer, request: DemoRequest): Promise<Answer> {
  for (const deadline = Date.now() + busyTimeoutMs; ;) {
    const answer = await exchange(url, ca, request)
    if ((answer.status !== 503 && answer.status !== 504) || Date.now() > deadline) return answer
    await delay(askAgainMs)
  }
}

interface DemoRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

function exchange(
  url: string,
  ca: Buffer,
  { method = 'GET', headers = {}, body }: DemoRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      { method, headers, ca, timeout: requestTimeoutMs, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { statusCode = 0, headers: answered } = response
          resolve({ status: statusCode, location: answered.location, body: Buffer.concat(parts) })
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error(`no answer in ${requestTimeoutMs / 1000} s`)))
    request.on('error', (error) => {
      reject(new StackError(`${url} could not be reached: ${error.message}`))
    })
    request.end(body)
  })
}
