import { inspect } from 'node:util'
import { createdEmailBody } from '@pas/api-contract/emails'
import { describeInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'
import { startBalancer, type Balancer } from './balancer'
import { inSeconds, saySeen } from './say-seen'

/** How many processes of each kind run, before and after the upgrade. */
const count = 2
const engines = 'chromium,text'
const codes = ['CHROMEGMAILNEW', 'PLAINTEXT']
const askEveryMs = 60
/** DRAIN_DELAY_MS is longer than the balancer takes to see that a process is no longer ready. */
const stopping = { DRAIN_DELAY_MS: '3000', SHUTDOWN_GRACE_MS: '60000' }

type Kind = 'auth' | 'api' | 'images'
const kinds = ['auth', 'api', 'images'] as const

describeInLongRun('an upgrade under load, a process at a time', () => {
  let services: Services
  let balancers: Record<Kind, Balancer>
  let load: ReturnType<typeof startLoad>
  beforeAll(async () => {
    // The load posts as many emails as the machine is quick.
    services = await createServices({ ...stopping, EMAILS_PER_MINUTE: '1000000' })
    const [auth, api, images] = await Promise.all(kinds.map(() => startBalancer()))
    balancers = { auth, api, images } as Record<Kind, Balancer>
  }, 60_000)
  afterAll(async () => {
    await load?.stop()
    await services.close()
    await Promise.all(Object.values(balancers).map((balancer) => balancer.close()))
  })

  const start: Record<Kind, () => Promise<ServiceProcess>> = {
    auth: () => services.startAuth(),
    api: () => services.startApi(),
    images: () => services.startImages(),
  }

  async function addOne(kind: Kind): Promise<ServiceProcess> {
    const service = await start[kind]()
    balancers[kind].add(service)
    await until(`${kind} is sent requests`, () => [balancers[kind].isUsed(service), service.output()])
    return service
  }

  it('fails no request, and loses none', async () => {
    const old: { service: ServiceProcess; kind: Kind | 'worker' }[] = []
    for (let index = 0; index < count; index++) {
      for (const kind of kinds) old.push({ service: await addOne(kind), kind })
      old.push({ service: await services.startWorker(engines), kind: 'worker' })
    }
    load = startLoad(services, balancers)
    await until('the load runs', () => [load.answered() > 20, load.failures])
    const startedAt = performance.now()
    // As a rolling update does: starts a new process, and stops an old one when it is ready. Workers come first.
    for (const { service, kind } of old.reverse()) {
      if (kind === 'worker') await services.startWorker(engines)
      else await addOne(kind)
      expect(await service.stop()).toBe(0)
    }
    const during = load.answered()
    await until('the load runs on', () => [load.answered() > during + 20, load.failures])
    await load.stop()
    expect(load.failures).toEqual([])
    saySeen(
      'rolling upgrade',
      `${load.answered()} requests answered, none failed, ${old.length} processes in ${inSeconds(performance.now() - startedAt)}`,
    )
    expect(await services.database.db.preview.count({ where: { status: { not: 'captured' } } })).toBe(0)
  }, 400_000)
})

/** Posts emails, requests their previews and pictures, and auth's metadata, again and again until `stop`. */
function startLoad(
  services: Services,
  balancers: Record<Kind, Balancer>,
): { failures: string[]; answered: () => number; stop: () => Promise<void> } {
  const failures: string[] = []
  let answered = 0
  const ask = async (kind: Kind, path: string, wanted: number, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${balancers[kind].url}${path}`, { redirect: 'manual', ...init })
    if (response.status !== wanted) throw new Error(`${kind}: ${response.status} ${await response.text()}`)
    answered++
    return response
  }
  const authorization = `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`
  const walk = async (): Promise<void> => {
    await (await ask('auth', '/.well-known/oauth-authorization-server', 200)).arrayBuffer()
    const body = JSON.stringify({ html_text: '<b>An email</b>', plain_text: 'An email' })
    const headers = { authorization, 'Content-Type': 'application/json' }
    const posted = await ask('api', '/v1/emails', 200, { method: 'POST', headers, body })
    const { email_guid: guid } = createdEmailBody.parse(await posted.json())
    for (const code of codes) {
      const preview = await ask('api', `/v1/emails/${guid}/previews/${code}/full`, 301)
      const { pathname } = new URL(preview.headers.get('location') ?? '')
      await (await ask('images', pathname, 200)).arrayBuffer()
    }
  }
  const walks = new Set<Promise<void>>()
  const timer = setInterval(() => {
    // No more than the machine carries, as more open requests would only make each slower.
    if (walks.size >= 10) return
    const walking = walk()
      .catch((error: unknown) => void failures.push(inspect(error)))
      .finally(() => walks.delete(walking))
    walks.add(walking)
  }, askEveryMs)
  return {
    failures,
    answered: () => answered,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(walks)
    },
  }
}
