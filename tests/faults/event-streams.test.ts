import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { configurationsBody } from '@pas/api-contract/clients'
import { until } from '@pas/testing/until'
import { startBalancer, type Balancer } from './balancer'
import { openFaultStage, shortDeadlines, type FaultStage } from './fault-stage'

interface Printed {
  name: string
  data?: {
    client?: string
    status?: string
    complete?: boolean
    previews?: { client: string; status: string }[]
  }
}

/** Runs the library `eventsource` as it was published, outside of Jest. */
function startFollower(url: string): { printed: Printed[]; process: ChildProcess } {
  const script = path.join(__dirname, '../e2e/client-libraries/eventsource.mjs')
  const follower = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed: Printed[] = []
  createInterface({ input: follower.stdout }).on('line', (line) => printed.push(JSON.parse(line) as Printed))
  return { printed, process: follower }
}

describe('the event stream of an email, over two API processes', () => {
  let stage: FaultStage
  let balancer: Balancer
  const followers: ChildProcess[] = []

  beforeAll(async () => {
    stage = await openFaultStage({ apis: 2, variables: shortDeadlines, relayed: ['redis'] })
    balancer = await startBalancer()
    for (const api of stage.apis) balancer.add(api)
    await until('both processes get requests', () => stage.apis.every((api) => balancer.isUsed(api)))
  })
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.kill()
  })
  afterAll(async () => {
    await balancer?.close()
    await stage?.close()
  })

  const follow = (guid: string): Printed[] => {
    const follower = startFollower(`${balancer.url}/v1/emails/${guid}/events`)
    followers.push(follower.process)
    return follower.printed
  }
  const names = (printed: readonly Printed[]): string[] => printed.map(({ name }) => name)
  /** The email clients whose previews have ended, by a follower's snapshots and events. */
  const endedIn = (printed: readonly Printed[]): Set<string> =>
    new Set(
      printed.flatMap(({ name, data }) =>
        name === 'preview'
          ? [data?.client ?? '']
          : (data?.previews ?? []).filter(({ status }) => status !== 'waiting').map(({ client }) => client),
      ),
    )

  it('tells of each of 40 previews while a process is killed, and says complete last', async () => {
    const [first, second] = stage.apis
    if (!first || !second) throw new Error('two processes are needed')
    const offered = await fetch(`${first.url}/v1/clients/configurations`, {
      headers: { 'X-Forwarded-Proto': 'https' },
    })
    const codes = Object.entries(configurationsBody.parse(await offered.json()))
      .filter(([, { engine }]) => ['chromium', 'text'].includes(engine))
      .slice(0, 40)
      .map(([code]) => code)
    expect(codes).toHaveLength(40)
    const { guid } = await stage.postEmail(first, { codes })
    // One of them is connected to the process that is killed.
    const all = [follow(guid), follow(guid)]
    await until('both follow', () => all.every((printed) => names(printed).includes('snapshot')))
    await until('captures end', () => all.every((printed) => endedIn(printed).size >= 3))
    second.process.kill('SIGKILL')
    await until('both are complete', () => [
      all.every((printed) => printed.at(-1)?.name === 'complete'),
      all.map((printed) => [names(printed).slice(-3), endedIn(printed).size]),
    ])
    for (const printed of all) {
      expect([...endedIn(printed)].sort()).toEqual([...codes].sort())
      // Within one connection each preview ends once.
      const sinceSnapshot = printed.slice(names(printed).lastIndexOf('snapshot'))
      const told = sinceSnapshot.flatMap(({ name, data }) => (name === 'preview' ? [data?.client] : []))
      expect(new Set(told).size).toBe(told.length)
    }
    expect(all.map((printed) => names(printed).filter((name) => name === 'open').length).sort()).toEqual([
      1, 2,
    ])
  })

  it('tells of captures while Redis cannot be reached, from the rows', async () => {
    const [api] = stage.apis
    const { redis } = stage.relays
    if (!api || !redis) throw new Error('a process and a relay are needed')
    const { guid } = await stage.postEmail(api, { codes: ['PLAINTEXT'] })
    const printed = follow(guid)
    await until('the preview is captured', () => printed.at(-1)?.name === 'complete')
    redis.cut()
    // As a worker that still reaches Postgres records it.
    await stage.services.database.db.preview.updateMany({
      where: { emailId: guid },
      data: {
        status: 'failed',
        failure: 'engine_crashed',
        failedAt: new Date(),
        capturedAt: null,
        width: null,
        height: null,
        truncated: null,
        drawnBy: null,
        pictureSha256: null,
      },
    })
    await stage.services.database.db.preview.updateMany({
      where: { emailId: guid },
      data: { status: 'pending', failure: null, failedAt: null },
    })
    await until('the change is told', () => [printed.at(-1)?.name === 'added', names(printed)], 3_000)
    redis.mend()
  })
})
