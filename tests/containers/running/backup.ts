import { postEmail } from '@pas/testing/post-email'
import { request } from 'undici'
import {
  apiKey,
  compose,
  describeContainers,
  dispatcher,
  docker,
  instantUrl,
  startStack,
  summary,
} from './stack'

const stores = ['postgres', 'redis', 'minio'] as const

describeContainers('a backup', () => {
  beforeAll(startStack, 600_000)

  async function read(url: string): Promise<Buffer> {
    const answer = await request(url, { dispatcher })
    const body = Buffer.from(await answer.body.arrayBuffer())
    expect([url, answer.statusCode]).toEqual([url, 200])
    return body
  }

  it('restores into new volumes, as docs/operations.md says, and every picture is there', async () => {
    const guid = await postEmail(instantUrl, apiKey, { html_text: '<h1>Kept</h1>' }, dispatcher)
    const preview = await request(`${instantUrl}/emails/${guid}/previews/CHROMEGMAILNEW/full`, { dispatcher })
    await preview.body.dump()
    const location = String(preview.headers.location)
    const picture = await read(location)
    await compose('run', '--rm', 'backup', 'back-up')
    const day = new Date().toISOString().slice(0, 10)

    const startedAt = performance.now()
    await compose('stop')
    // Also what reads their disks' fill.
    await compose('rm', '--force')
    for (const store of stores) await docker('volume', 'rm', `pas-test_${store}`)
    await compose('up', '--no-build', '--detach', '--wait', ...stores)
    await compose('run', '--rm', 'minio-prepare')
    const restore = `pg_restore --no-owner --exit-on-error --dbname "$DATABASE_URL" /backup/rows/${day}.dump`
    await compose('run', '--rm', '--no-deps', 'backup', 'bash', '-c', restore)
    await compose('run', '--rm', '--no-deps', 'backup', 'rclone', 'copy', '/backup/objects', 'store:pas')
    await compose('up', '--no-build', '--detach', '--wait')
    summary(`restore into new volumes: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    expect((await read(location)).equals(picture)).toBe(true)
    const again = await postEmail(instantUrl, apiKey, { html_text: '<h1>Again</h1>' }, dispatcher)
    const drawn = await request(`${instantUrl}/emails/${again}/previews/PLAINTEXT/full`, { dispatcher })
    await drawn.body.dump()
    expect(drawn.statusCode).toBe(301)
  }, 600_000)
})
