import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import { openFaultStage, type FaultStage } from './fault-stage'
import { saySeen } from './say-seen'

interface Message {
  id: string
  type: string
  data: { email_guid: string; preview?: { client: string }; counts?: Record<string, number> }
}

/** Emails that are uploaded while processes are killed. */
const emails = isLongRun ? 60 : 12
const codes = ['PLAINTEXT', 'W3M', 'LYNX']

describe('webhooks, while processes are killed under load', () => {
  let stage: FaultStage
  let server: http.Server
  const messages: Message[] = []

  beforeAll(async () => {
    server = http.createServer((req, res) => {
      let body = ''
      req.on('data', (part: Buffer) => (body += part.toString()))
      req.on('end', () => {
        messages.push({ id: String(req.headers['webhook-id']), ...(JSON.parse(body) as Omit<Message, 'id'>) })
        res.writeHead(204).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stage = await openFaultStage({
      apis: 2,
      workers: 1,
      engines: 'text',
      variables: { WEBHOOK_ALLOW: `127.0.0.1:${port}`, RECONCILE_INTERVAL_MS: '1000' },
    })
    const [api] = stage.apis
    const authorization = `Basic ${Buffer.from(`${stage.services.apiKey}:`).toString('base64')}`
    const answer = await fetch(`${api?.url}/v1/webhooks`, {
      method: 'POST',
      headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json', authorization },
      body: JSON.stringify({
        url: `http://127.0.0.1:${port}/`,
        event_types: ['email.previews_finished', 'preview.captured', 'preview.failed'],
      }),
    })
    expect(answer.status).toBe(201)
  }, 60_000)
  afterAll(async () => {
    await stage?.close()
    server.close()
    server.closeAllConnections()
  })

  it('tell of each finished preview and email at least once, and of nothing else', async () => {
    const [first, second] = stage.apis
    if (!first || !second) throw new Error('two processes are needed')
    const guids: string[] = []
    for (let count = 0; count < emails; count++) {
      const { guid, status } = await stage.postEmail(first, { codes })
      expect(status).toBe(200)
      guids.push(guid)
      // Processes die while captures are recorded and while messages are sent.
      if (count === Math.floor(emails / 3)) {
        stage.workers[0]?.process.kill('SIGKILL')
        void stage.startWorker()
      }
      if (count === Math.floor((2 * emails) / 3)) second.process.kill('SIGKILL')
    }
    const { db } = stage.services.database
    await until('every capture has ended', async () => {
      const left = await db.preview.count({ where: { status: { in: ['pending', 'capturing'] } } })
      return [left === 0, left]
    })
    const finished = (): Set<string> =>
      new Set(
        messages.flatMap(({ type, data }) =>
          type === 'email.previews_finished' && Object.values(data.counts ?? {}).reduce((a, b) => a + b) === 3
            ? [data.email_guid]
            : [],
        ),
      )
    await until('each email is told to be finished', () => [finished().size === emails, finished().size])
    await until('nothing waits', async () => {
      const left = await db.webhookDelivery.count({ where: { status: 'pending' } })
      return [left === 0, left]
    })
    const told = new Set(
      messages.flatMap(({ type, data }) =>
        data.preview ? [`${type} ${data.email_guid} ${data.preview.client}`] : [],
      ),
    )
    const rows = await db.preview.findMany({ select: { emailId: true, emailClient: true, status: true } })
    const ended = rows.map(
      ({ emailId, emailClient, status }) => `preview.${status} ${emailId} ${emailClient}`,
    )
    expect([...told].sort()).toEqual(ended.sort())
    expect([...finished()].sort()).toEqual(guids.sort())
    const ids = new Set(messages.map(({ id }) => id))
    expect(ids.size).toBe(await db.webhookDelivery.count())
    saySeen('kill -9 of a worker and an API', `${messages.length} messages came, ${ids.size} different`)
  }, 240_000)
})
