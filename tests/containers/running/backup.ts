import {
  compose,
  describeContainers,
  docker,
  startStack,
  summary,
  askPreview,
  post,
  readPicture,
} from './stack'

const stores = ['postgres', 'redis', 'redis-rates', 'minio'] as const

describeContainers('a backup', () => {
  beforeAll(startStack, 600_000)

  it('restores into new volumes, as docs/operations.md says, and every picture is there', async () => {
    const { location } = await askPreview(await post({ html_text: '<h1>Kept</h1>' }))
    const picture = await readPicture(location)
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
    expect((await readPicture(location)).equals(picture)).toBe(true)
    const again = await post({ html_text: '<h1>Again</h1>' })
    expect(await askPreview(again, 'PLAINTEXT')).toMatchObject({ status: 301 })
  }, 600_000)
})
