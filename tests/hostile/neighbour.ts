import { text } from 'node:stream/consumers'
import { setAccountLimits, type OwnLimits } from '@pas/accounts/account-limits'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { createVisitor } from '../../services/auth/tests/visitor'
import type { ServiceProcess } from '../e2e/start-services'
import type { Stage } from './open-stage'

/** Sends JSON to the instant interface as one account. `retryAfterMs`: the `Retry-After` of a refusal, else null. */
export type SendAs = (
  path: string,
  body?: object,
) => Promise<{ status: number; body: Record<string, unknown>; retryAfterMs: number | null }>

/** What a person or a partner waits for; each rejects unless it succeeds. */
export type Waits = Readonly<Record<'preview' | 'check' | 'report' | 'sign-in', () => Promise<unknown>>>

/** An account of its own, with these limits in place of the stage's. */
export async function openAccount(
  { services, apiUrl, headers }: Pick<Stage, 'services' | 'apiUrl' | 'headers'>,
  limits: Partial<OwnLimits>,
): Promise<SendAs> {
  const deps = { db: services.database.db, clock: systemClock }
  const { id: accountId } = await createAccount(deps, { name: 'Another' })
  await setAccountLimits(deps, accountId, limits)
  const apiKey = await createApiKey(deps, { accountId })
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  return async (path, body) => {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...headers, Authorization: authorization, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    const retryAfter = response.headers.get('retry-after')
    return {
      status: response.status,
      body: answer ? (JSON.parse(answer) as Record<string, unknown>) : {},
      retryAfterMs: retryAfter === null ? null : Number(retryAfter) * 1000,
    }
  }
}

const newsletter = `<!doctype html><html lang="en"><title>News</title><body>${'<table><tr><td><p style="color:#333">A paragraph <a href="https://shop.example/a">of ours</a>.</p></td></tr></table>'.repeat(200)}`

/** An account whose previews, checks and reports are asked for, and a user of it who signs in. */
export async function openNeighbour(stage: Stage, auth: ServiceProcess): Promise<Waits> {
  const deps = { db: stage.services.database.db, clock: systemClock }
  const send = await openAccount(stage, { checksPerMinute: 1_000_000 })
  const expectStatus = async (status: number, ...request: Parameters<SendAs>) => {
    const answer = await send(...request)
    if (answer.status !== status) throw new Error(`${request[0]} answered ${JSON.stringify(answer)}`)
    return answer.body
  }
  const user = { email: 'neighbour@example.test', password: 'a password of a neighbour' }
  const names = { firstName: 'A', lastName: 'Neighbour' }
  await createUser(deps, { accountId: stage.services.accountId, ...user, ...names })

  const told = new Map<string, () => void>()
  const early = new Set<string>()
  stage.pages.set('/told', (req, res) => {
    void text(req).then((body) => {
      const { data } = JSON.parse(body) as { data: { email_guid: string } }
      const tell = told.get(data.email_guid)
      if (tell) tell()
      else early.add(data.email_guid)
      res.writeHead(204).end()
    })
  })
  const webhook = { url: `${stage.web.url}/told`, event_types: ['email.checks_finished'] }
  await expectStatus(201, '/webhooks', webhook)

  const postEmail = async (more: object): Promise<string> =>
    (await expectStatus(200, '/emails', { html_text: newsletter, ...more })).email_guid as string
  return {
    preview: async () => expectStatus(301, `/emails/${await postEmail({})}/previews/CHROMEGMAILNEW/full`),
    check: () => expectStatus(200, '/checks', { html_text: newsletter, only: ['code', 'links', 'size'] }),
    report: async () => {
      const guid = await postEmail({ checks: ['code', 'size'] })
      if (!early.has(guid)) await new Promise<void>((resolve) => told.set(guid, resolve))
    },
    'sign-in': async () => {
      const visitor = createVisitor({ url: auth.url, ca: '' }, { 'X-Forwarded-Proto': 'https' })
      try {
        await visitor.get('/login')
        const fields = { ...user, form_token: visitor.field('form_token') }
        const { status } = await visitor.post('/login', fields, { Origin: 'https://auth.test' })
        if (status !== 303) throw new Error(`signing in answered ${status}`)
      } finally {
        await visitor.close()
      }
    },
  }
}
