import { postEmail } from '@pas/testing/post-email'
import { request } from 'undici'
import {
  apiKey,
  compose,
  connect,
  containersOf,
  describeContainers,
  dispatcher,
  docker,
  instantUrl,
  runInside,
  startStack,
  summary,
} from './stack'

const code = 'CHROMEGMAILNEW'
/** Of the commit before, whose images of these engines `npm run test:containers` builds, too. */
const before = ['env', 'PAS_TAG=before', 'COMPOSE_PROFILES=', 'docker', 'compose']

describeContainers('an upgrade', () => {
  beforeAll(startStack, 600_000)

  let posted = 0
  const post = (): Promise<string> =>
    postEmail(instantUrl, apiKey, { html_text: `<h1>Sale ${posted++}</h1>` }, dispatcher)
  async function ask(guid: string): Promise<{ status: number; location: string }> {
    const answer = await request(`${instantUrl}/emails/${guid}/previews/${code}/full`, { dispatcher })
    await answer.body.dump()
    return { status: answer.statusCode, location: String(answer.headers.location) }
  }
  async function pictureOf(guid: string): Promise<string> {
    const { body, statusCode } = await request((await ask(guid)).location, { dispatcher })
    const picture = Buffer.from(await body.arrayBuffer())
    return `${statusCode} ${picture.toString('base64')}`
  }

  it('by infra/upgrade.sh from the images of the commit before fails no request, and every picture stays', async () => {
    await compose('--profile', '*', 'down', '--volumes', '--timeout', '10')
    await runInside(...before, 'up', '--no-build', '--detach', '--wait')
    await connect()
    const kept = await Promise.all(Array.from({ length: 5 }, post))
    for (const guid of kept) expect((await ask(guid)).status).toBe(301)
    const pictures = await Promise.all(kept.map(pictureOf))

    const seen = { asked: 0, failed: [] as string[] }
    let isEnding = false
    const load = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isEnding) {
          seen.asked++
          try {
            const { status } = await ask(await post())
            if (status !== 301) seen.failed.push(String(status))
          } catch (error) {
            seen.failed.push(String(error))
          }
        }
      }),
    )
    try {
      await runInside('env', 'COMPOSE_PROFILES=', 'sh', 'infra/upgrade.sh', '--no-build')
    } finally {
      isEnding = true
      await load
    }
    summary(`upgrade from the commit before, under load: ${seen.asked} asked, ${seen.failed.length} failed`)
    expect(seen.failed).toEqual([])
    for (const service of ['auth', 'api', 'images', 'board', 'worker-chromium']) {
      const images = await Promise.all(
        (await containersOf(service)).map((name) => docker('inspect', '--format', '{{.Config.Image}}', name)),
      )
      expect(images).toEqual([expect.stringMatching(/:test\n$/)])
    }
    expect(await Promise.all(kept.map(pictureOf))).toEqual(pictures)
  }, 900_000)
})
