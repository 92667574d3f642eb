import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { checkBackup, checkDisk } from './check-disk'

const hourMs = 3_600_000

describe('disks and backups', () => {
  let folder: TestFolder
  beforeEach(async () => {
    folder = await createTestFolder()
  })
  afterEach(() => folder.close())

  const DATABASE_URL = 'postgresql://pas@db.example.com/pas'

  it('says what is free on the disk of a folder, and skips stores of other machines', async () => {
    const { status, detail } = await checkDisk({ DATABASE_URL, STORAGE_URL: folder.url })
    expect(['ok', 'warned', 'failed']).toContain(status)
    expect(detail).toMatch(/^[\d.]+ GB \(\d+ %\) free at \//)
    expect(
      await checkDisk({ DATABASE_URL, STORAGE_URL: 's3://bucket/pas', S3_REGION: 'us-east-1' }),
    ).toMatchObject({ status: 'skipped' })
    expect(await checkDisk({ DATABASE_URL, STORAGE_URL: `${folder.url}/missing` })).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('check STORAGE_URL') as string,
    })
  })

  it('says how old the newest dump is, and fails after 26 hours', async () => {
    const rows = path.join(folder.path, 'rows')
    await mkdir(rows)
    const found = async (): Promise<string> => {
      const { status, detail } = await checkBackup({ BACKUP_TO: folder.path }, new Date())
      return `${status}: ${detail}`
    }
    expect(await found()).toMatch(/^failed: there is no backup in .*"Backup and restore"$/)
    for (const [name, hours] of [
      ['2026-11-27.dump', 50],
      ['2026-11-28.dump', 27],
    ] as const) {
      const at = new Date(Date.now() - hours * hourMs)
      await writeFile(path.join(rows, name), '')
      await utimes(path.join(rows, name), at, at)
    }
    expect(await found()).toMatch(/^failed: the newest backup is 27 h old: see docs\/operations\.md/)
    await writeFile(path.join(rows, '2026-11-29.dump'), '')
    expect(await found()).toBe('ok: the newest is 0 h old')
  })

  it('goes by the file that only a complete backup writes, where there is one', async () => {
    const file = path.join(folder.path, 'backup.prom')
    const finished = Math.floor((Date.now() - 2.5 * hourMs) / 1_000)
    await writeFile(file, `# TYPE x gauge\npas_backup_finished_timestamp_seconds ${finished}\n`)
    expect(await checkBackup({ BACKUP_METRICS: file }, new Date())).toMatchObject({
      ...{ status: 'ok', detail: 'the newest is 2 h old' },
    })
    expect(await checkBackup({}, new Date())).toMatchObject({ status: 'skipped' })
    expect(await checkBackup({ BACKUP_TO: 'backup:pas' }, new Date())).toMatchObject({
      ...{ status: 'skipped', detail: expect.stringContaining('rclone lsl backup:pas/rows') as string },
    })
  })
})
