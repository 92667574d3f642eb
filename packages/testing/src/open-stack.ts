import { readFileSync } from 'node:fs'
import { configurationsBody } from '@pas/api-contract/clients'
import { previewBody } from '@pas/api-contract/previews'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { postEmail } from './post-email'

const stackFile = z.object({
  auth_url: z.string(),
  api_url: z.string(),
  instant_url: z.string(),
  instant_urls: z.array(z.string()).optional(),
  images_url: z.string(),
  smtp_address: z.string(),
  board_url: z.string(),
  ca_file: z.string(),
  processes: z.record(z.string(), z.array(z.number())),
  demo: z.object({
    api_key: z.string(),
    client_id: z.string(),
    client_secret: z.string(),
    callback: z.string(),
    assets_url: z.string(),
  }),
})

/** The stack of `npm run bench`, called as a partner's backend and a browser do: over HTTPS, with keep-alive. */
export interface Stack {
  instantUrl: string
  boardUrl: string
  demoAssetsUrl: string
  smtpPort: number
  dispatcher: Agent
  /** The demo account's credentials, as a header's value. */
  authorization: string
  /** Pids by the service's name. */
  processes: Readonly<Record<string, readonly number[]>>
  /** Resolves to the guid. By default with the demo account's key. Rejects unless the answer is 200. */
  postEmail(body: Readonly<Record<string, unknown>>, apiKey?: string): Promise<string>
  /** Resolves to the picture's address. Rejects unless the answer is 301. */
  getPreview(guid: string, emailClient: string): Promise<string>
  /**
   * Resolves to the full PNG. `preview` is an email client's code, with a query if needed. Rejects unless the answer is
   * 200.
   */
  getPicture(guid: string, preview: string): Promise<Buffer>
  getUnavailableCodes(): Promise<Set<string>>
  /** Asks each API process in turn; `ms` until the whole answer. */
  ask(path: string): Promise<{ status: number; ms: number }>
}

const readStackFile = (json = stackVariable('PAS_STACK_JSON')): z.output<typeof stackFile> =>
  stackFile.parse(JSON.parse(json))

export function openOauthStack(): {
  authUrl: string
  apiUrl: string
  clientId: string
  clientSecret: string
  callback: string
} {
  const { auth_url: authUrl, api_url: apiUrl, demo } = readStackFile()
  return {
    authUrl,
    apiUrl,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
    callback: demo.callback,
  }
}

/** By default the stack of PAS_STACK_JSON; throws when `npm run bench` did not set it. */
export function openStack(json = stackVariable('PAS_STACK_JSON')): Stack {
  const file = readStackFile(json)
  const dispatcher = new Agent({
    connect: { ca: readFileSync(file.ca_file) },
    bodyTimeout: 60_000,
    headersTimeout: 60_000,
  })
  const instantUrls = file.instant_urls ?? [file.instant_url]
  let asked = 0
  return {
    instantUrl: file.instant_url,
    boardUrl: file.board_url,
    demoAssetsUrl: file.demo.assets_url,
    smtpPort: Number(file.smtp_address.split(':')[1]),
    dispatcher,
    authorization: `Basic ${Buffer.from(`${file.demo.api_key}:`).toString('base64')}`,
    processes: file.processes,
    postEmail: (body, apiKey = file.demo.api_key) => postEmail(file.instant_url, apiKey, body, dispatcher),
    getPreview: async (guid, emailClient) => {
      const answer = await request(`${file.instant_url}/emails/${guid}/previews/${emailClient}/full`, {
        dispatcher,
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 301) throw new Error(`GET preview: ${answer.statusCode} ${text}`)
      return String(answer.headers.location)
    },
    getPicture: async (guid, preview) => {
      const address = `${file.instant_url}/emails/${guid}/previews/${preview}`
      const answer = await request(address, { dispatcher })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode} ${text}`)
      const image = await request(previewBody.parse(JSON.parse(text)).full_url, { dispatcher })
      return Buffer.from(await image.body.arrayBuffer())
    },
    getUnavailableCodes: async () => {
      const answer = await request(`${file.instant_url}/clients/configurations`, { dispatcher })
      const configurations = configurationsBody.parse(await answer.body.json())
      return new Set(
        Object.keys(configurations).filter((code) => configurations[code]?.status === 'unavailable'),
      )
    },
    ask: async (path) => {
      const instantUrl = instantUrls[asked++ % instantUrls.length] ?? file.instant_url
      const startedAt = performance.now()
      const answer = await request(`${instantUrl}${path}`, { dispatcher })
      await answer.body.dump()
      return { status: answer.statusCode, ms: performance.now() - startedAt }
    },
  }
}

/** Throws when it is not set, as outside of `npm run bench`. */
export function stackVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run this with 'npm run bench -- NAME'`)
  return value
}
