import { randomBytes, randomUUID } from 'node:crypto'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { sha256 } from '@pas/accounts/secrets'
import { systemClock } from '@pas/runtime/clock'
import { postEmail } from '@pas/testing/post-email'
import { startSmallWeb } from '@pas/testing/small-web'
import { freePort } from '@pas/testing/free-port'
import sharp from 'sharp'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'
import { startTraceReceiver, type TraceReceiver } from './trace-receiver'

const secure = { 'X-Forwarded-Proto': 'https' }

/** All four services as separate processes with traces, metrics and logs, and calls that make them produce some. */
export interface TelemetryStage {
  services: Services
  receiver: TraceReceiver
  processes: Record<'auth' | 'api' | 'images' | 'render-worker', ServiceProcess>
  /** The address of each service's metrics, as `host:port`. */
  metricTargets: Record<keyof TelemetryStage['processes'], string>
  /** Posts an email with an image, which gets frozen. Resolves to its guid. */
  postEmail(html: string): Promise<string>
  getPreview(guid: string, path: string, headers?: Record<string, string>): Promise<Response>
  /** Requests a preview while the worker is stopped, and hangs up after half a second. */
  hangUp(guid: string, path: string): Promise<void>
  /** Exchanges an authorization code, and presents a wrong one. */
  exchangeCodes(): Promise<void>
  /** Signs in with a wrong password. */
  failToSignIn(): Promise<void>
  /**
   * Makes a preview's row without a job, for an email client that no worker knows, so that the reconciler requeues it.
   */
  loseCapture(guid: string): Promise<void>
  close(): Promise<void>
}

/** Starts the stage, and resolves when all services are ready. */
export async function openTelemetryStage(): Promise<TelemetryStage> {
  const receiver = await startTraceReceiver()
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00c040' } })
    .png()
    .toBuffer()
  const web = await startSmallWeb((_req, res) => res.setHeader('Content-Type', 'image/png').end(picture))
  const services = await createServices({
    ASSET_ALLOW: `127.0.0.1:${web.port}`,
    WEBHOOK_ALLOW: `127.0.0.1:${web.port}`,
    FALLBACK_HOSTS: 'where.test',
    RECONCILE_INTERVAL_MS: '500',
    RETENTION_INTERVAL_MS: '500',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
  })
  const metricTargets = { auth: '', api: '', images: '', 'render-worker': '' }
  const withMetrics = async (name: keyof typeof metricTargets): Promise<Record<string, string>> => {
    const port = await freePort()
    metricTargets[name] = `127.0.0.1:${port}`
    return { OTEL_EXPORTER_PROMETHEUS_PORT: String(port) }
  }
  const [auth, api, images, worker] = await Promise.all([
    withMetrics('auth').then((own) => services.startAuth(own)),
    withMetrics('api').then((own) => services.startApi(own)),
    withMetrics('images').then((own) => services.startImages(own)),
    withMetrics('render-worker').then((own) => services.startWorker('chromium,text', own)),
  ])
  const authorization = `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`
  await fetch(`${api.url}/v1/webhooks`, {
    method: 'POST',
    headers: { ...secure, 'Content-Type': 'application/json', Authorization: authorization },
    body: JSON.stringify({ url: `${web.url}/webhooks`, event_types: ['preview.captured'] }),
  })
  return {
    services,
    receiver,
    processes: { auth, api, images, 'render-worker': worker },
    metricTargets,
    postEmail: (html) =>
      postEmail(`${api.url}/v1`, services.apiKey, {
        html_text: `${html}<img src="${web.url}/picture-of-an-email.png">`,
      }),
    getPreview: (guid, path, headers = {}) =>
      fetch(`${api.url}/v1/emails/${guid}/previews/${path}`, {
        headers: { ...secure, ...headers },
        redirect: 'manual',
      }),
    hangUp: async (guid, path) => {
      worker.process.kill('SIGSTOP')
      try {
        const signal = AbortSignal.timeout(500)
        await fetch(`${api.url}/v1/emails/${guid}/previews/${path}`, { headers: secure, signal })
        throw new Error('the preview was answered although the worker is stopped')
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      } finally {
        worker.process.kill('SIGCONT')
      }
    },
    exchangeCodes: () => exchangeCodes(services, auth),
    failToSignIn: () => failToSignIn(auth),
    loseCapture: async (guid) => {
      await services.database.db.preview.create({
        data: {
          id: randomUUID(),
          emailId: guid,
          accountId: services.accountId,
          emailClient: 'NOSUCHCLIENT',
          orientation: 'vertical',
          images: 'allowed',
          engine: 'text',
          imageToken: randomBytes(24).toString('base64url'),
          requestedAt: new Date(Date.now() - 60_000),
        },
      })
    },
    close: async () => {
      await services.close()
      await web.close()
      await receiver.close()
    },
  }
}

async function exchangeCodes({ database, accountId }: Services, auth: ServiceProcess): Promise<void> {
  const { db } = database
  const deps = { db, clock: systemClock }
  const user = await createUser(deps, { accountId, email: 'a@telemetry.test', firstName: 'A', lastName: 'B' })
  const callbackUris = ['https://partner.test/callback']
  const issued = await createOauthApplication(deps, { accountId, name: 'Partner', callbackUris })
  const { id } = await db.oauthApplication.findUniqueOrThrow({ where: { clientId: issued.clientId } })
  const code = randomBytes(24).toString('base64url')
  const now = new Date()
  const granted = { userId: user.id, oauthApplicationId: id, scope: 'full' }
  await db.consent.create({ data: { ...granted, createdAt: now } })
  await db.authorizationCode.create({
    data: { ...granted, codeHash: sha256(code), redirectUri: null, expiresAt: new Date(+now + 60_000) },
  })
  for (const [sent, status] of [
    [code, 200],
    ['wrong', 400],
  ] as const) {
    const response = await fetch(`${auth.url}/oauth/token`, {
      method: 'POST',
      headers: secure,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: sent,
        client_id: issued.clientId,
        client_secret: issued.clientSecret,
      }),
    })
    if (response.status !== status) throw new Error(`token: ${response.status} ${await response.text()}`)
  }
}

async function failToSignIn({ url }: ServiceProcess): Promise<void> {
  const page = await fetch(`${url}/login`, { headers: secure })
  const cookies = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const token = /name="form_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { ...secure, Origin: 'https://auth.test', Cookie: cookies.join('; ') },
    body: new URLSearchParams({ email: 'a@telemetry.test', password: 'a guess', form_token: token }),
  })
  if (response.status !== 401) throw new Error(`sign-in: ${response.status}`)
}
