import { postEmail } from '@pas/testing/post-email'
import { request } from 'undici'
import {
  apiKey,
  containersOf,
  describeContainers,
  dispatcher,
  docker,
  instantUrl,
  startStack,
  summary,
} from './stack'

/** What a worker that draws nothing has left, in MiB. */
const roomMb = 60
/** Takes several times that in the browser, and in the worker that reads it. */
const heavy = '<p>word</p>'.repeat(150_000)

describeContainers('memory', () => {
  beforeAll(startStack, 600_000)

  async function ask(guid: string): Promise<number> {
    const answer = await request(`${instantUrl}/emails/${guid}/previews/CHROMEGMAILNEW/full`, { dispatcher })
    await answer.body.dump()
    return answer.statusCode
  }

  it('that runs out in a worker costs an engine or that worker, and never another process or email', async () => {
    const [worker = ''] = await containersOf('worker-chromium')
    const killed = async (): Promise<number> =>
      Number(
        await docker(
          ...['exec', worker, 'sh', '-c'],
          `cat /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control 2>/dev/null | sed -n 's/^oom_kill //p'`,
        ),
      )
    const used = await docker('stats', '--no-stream', '--format', '{{.MemUsage}}', worker)
    const [, amount, unit] = /^([\d.]+)([GM])iB/.exec(used) ?? []
    const limit = `${Math.ceil(Number(amount) * (unit === 'G' ? 1_024 : 1)) + roomMb}m`
    await docker('update', '--memory', limit, '--memory-swap', limit, worker)
    const [startedAt, before] = [await stateOf(worker), await killed()]
    const others = await runningSince(worker)
    const guid = await postEmail(instantUrl, apiKey, { html_text: heavy }, dispatcher)
    const status = await ask(guid)
    summary(
      `memory: ${(await killed()) - before} processes of worker-chromium killed at ${limit}, the email's answer ${status}, the worker ${startedAt === (await stateOf(worker)) ? 'stayed' : 'started again'}`,
    )
    expect(await killed()).toBeGreaterThan(before)
    expect(await runningSince(worker)).toEqual(others)
    const next = await postEmail(instantUrl, apiKey, { html_text: '<h1>After it</h1>' }, dispatcher)
    expect(await ask(next)).toBe(301)
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
