import { blackPng } from '../../hostile/broken-web'
import { containersOf, describeContainers, docker, startStack, summary, askPreview, post } from './stack'

/** What a worker that draws nothing has left, in MiB. */
const roomMb = 150

/** An email of four pictures. Each takes 200 MB in a browser, and next to nothing before it gets there. */
function heavyEmail(): string {
  const pictures = [7_000, 6_990, 6_980, 6_970].map(blackPng)
  return [
    ...['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=parts', ''],
    ...['--parts', 'Content-Type: text/html', ''],
    pictures.map((_, n) => `<img src="cid:${n}@test" width="300" height="300">`).join(''),
    ...pictures.flatMap((picture, n) => [
      ...['--parts', 'Content-Type: image/png', `Content-ID: <${n}@test>`],
      ...['Content-Transfer-Encoding: base64', '', picture.toString('base64')],
    ]),
    ...['--parts--', ''],
  ].join('\r\n')
}

describeContainers('memory', () => {
  beforeAll(startStack, 600_000)

  it('that runs out in a worker costs an engine or that worker, and never another process or email', async () => {
    const [worker = ''] = await containersOf('worker-chromium')
    const used = await docker('stats', '--no-stream', '--format', '{{.MemUsage}}', worker)
    const [, amount, unit] = /^([\d.]+)([GM])iB/.exec(used) ?? []
    const limit = `${Math.ceil(Number(amount) * (unit === 'G' ? 1_024 : 1)) + roomMb}m`
    await docker('update', '--memory', limit, '--memory-swap', limit, worker)
    const [startedAt, since] = [await stateOf(worker), Math.floor(Date.now() / 1_000)]
    const others = await runningSince(worker)
    const { status } = await askPreview(await post({ raw_source: heavyEmail() }))
    const filters = ['type=container', `container=${worker}`, 'event=oom'].flatMap((one) => ['--filter', one])
    const until = String(Math.ceil(Date.now() / 1_000) + 1)
    const killed = (await docker('events', '--since', String(since), '--until', until, ...filters)).match(
      / oom /g,
    )
    const stayed = startedAt === (await stateOf(worker)) ? 'stayed' : 'started again'
    summary(
      `memory of worker-chromium at ${limit}: ${killed?.length} times out, the email ${status}, the worker ${stayed}`,
    )
    expect(killed).not.toBeNull()
    expect(await runningSince(worker)).toEqual(others)
    expect(await askPreview(await post({ html_text: '<h1>After it</h1>' }))).toMatchObject({ status: 301 })
    await docker('update', '--memory', '3g', '--memory-swap', '3g', worker)
  }, 300_000)

  const stateOf = async (container: string): Promise<string> =>
    (await docker('inspect', '--format', '{{.State.StartedAt}}', container)).trim()

  /** Every other container of the stack, with the time of its start. */
  async function runningSince(except: string): Promise<string[]> {
    const names = (
      await docker('ps', '--filter', 'label=com.docker.compose.project=pas-test', '--format', '{{.Names}}')
    )
      .split('\n')
      .filter((name) => name && name !== except)
    return Promise.all(names.sort().map(async (name) => `${name} ${await stateOf(name)}`))
  }
})
