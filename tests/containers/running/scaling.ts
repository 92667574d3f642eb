import { until } from '@pas/testing/until'
import {
  containersOf,
  describeContainers,
  docker,
  startStack,
  summary,
  askPreview,
  post,
  scale,
} from './stack'

/** Different for each email, so that no picture is that of another. */
const htmlOf = (n: number): string => `<body><h1>Sale ${n}</h1>${'<p>Half price.</p>'.repeat(200)}</body>`

describeContainers('scaling', () => {
  beforeAll(startStack, 600_000)

  let posted = 0
  const postSale = (): Promise<string> => post({ html_text: htmlOf(posted++) })
  const ask = async (guid: string): Promise<number> => (await askPreview(guid)).status

  /** How many captures each worker container has finished, by its own metrics. */
  async function capturesOf(worker: string): Promise<number> {
    const script = `fetch('http://127.0.0.1:9464/metrics').then((answer) => answer.text()).then(console.log)`
    const metrics = await docker('exec', worker, 'node', '--eval', script)
    return [...metrics.matchAll(/^pas_capture_duration_seconds_count\{.*\} (\d+)/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
  }

  it('with three workers, each draws, and the pictures of one that is killed still come', async () => {
    await scale('worker-chromium', 3)
    const workers = await containersOf('worker-chromium')
    expect(workers).toHaveLength(3)
    const guids = await Promise.all(Array.from({ length: 12 }, postSale))
    const asked = guids.map(ask)
    await until('a worker draws', async () => (await capturesOf(workers[0] ?? '')) > 0)
    await docker('kill', workers[0] ?? '')
    const statuses = await Promise.all(asked)
    expect(statuses.filter((status) => status !== 301)).toEqual([])
    for (const worker of workers.slice(1)) expect(await capturesOf(worker)).toBeGreaterThan(0)
    summary(`scale to 3 and docker kill in mid-capture: ${statuses.length} asked, 0 failed`)
  }, 300_000)

  it('with no worker, requests get a 503 that says when to come again, and with one again their pictures', async () => {
    await scale('worker-chromium', 0)
    const guid = await postSale()
    let retryAfter = NaN
    // Until the heartbeat of the worker that was killed has ended, a request waits for it, and is answered with 504.
    await until(
      'it is known that there is none',
      async () => {
        const answer = await askPreview(guid)
        retryAfter = answer.retryAfter
        return [answer.status === 503, answer.status]
      },
      200_000,
    )
    expect(retryAfter).toBeGreaterThan(0)
    await scale('worker-chromium', 1)
    await until('the picture comes', async () => (await ask(guid)) === 301)
    summary('scale to 0: 503 with Retry-After; back to 1: its picture came')
  }, 300_000)
})
