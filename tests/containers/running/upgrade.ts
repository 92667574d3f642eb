import {
  compose,
  connect,
  containersOf,
  describeContainers,
  docker,
  runInside,
  startStack,
  summary,
  askPreview,
  post,
  readPicture,
} from './stack'

/** Of the release before, or without one the commit before: `npm run test:containers` builds these images, too. */
const before = ['env', 'PAS_TAG=before', 'COMPOSE_PROFILES=', 'docker', 'compose']

describeContainers('an upgrade', () => {
  beforeAll(startStack, 600_000)

  let posted = 0
  const postSale = (): Promise<string> => post({ html_text: `<h1>Sale ${posted++}</h1>` })
  const pictureOf = async (guid: string): Promise<string> =>
    (await readPicture((await askPreview(guid)).location)).toString('base64')

  it('by infra/upgrade.sh from the images before fails no request, and every picture stays', async () => {
    await compose('--profile', '*', 'down', '--volumes', '--timeout', '10')
    await runInside(...before, 'up', '--no-build', '--detach', '--wait')
    await connect()
    const kept = await Promise.all(Array.from({ length: 5 }, postSale))
    const pictures = await Promise.all(kept.map(pictureOf))

    const seen = { asked: 0, failed: [] as string[] }
    let isEnding = false
    const load = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isEnding) {
          seen.asked++
          try {
            const { status } = await askPreview(await postSale())
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
    summary(`upgrade, under load: ${seen.asked} asked, ${seen.failed.length} failed`)
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
