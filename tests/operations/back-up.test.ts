import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount } from '@pas/accounts/create-account'
import { openDatabase } from '@pas/db/database'
import { migrate } from '@pas/db/migrate'
import { systemClock } from '@pas/runtime/clock'
import { objectFile } from '@pas/storage/object-file'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { debianPostgres, startDebianPostgres, type DebianPostgres } from './debian-postgres'

const script = path.resolve(__dirname, '../../infra/backup/back-up.sh')
const rclone = process.env.TEST_RCLONE
const missing = [debianPostgres ? '' : "Debian's postgresql", rclone ? '' : 'rclone'].filter(Boolean)
const describeBackup = missing.length === 0 ? describe : describe.skip
const why = missing.length === 0 ? '' : ` (skipped: no ${missing.join(' and no ')} here)`
const programs = debianPostgres ?? ''
/** A character that a URL must escape, one that means something to the shell, and one that does to `printf`. */
const password = 'p@ss:w/rd \\n%41$HOME'
const dayMs = 24 * 60 * 60 * 1000
const dayOf = (ageDays: number): string => new Date(Date.now() - ageDays * dayMs).toISOString().slice(0, 10)

describeBackup(`infra/backup/back-up.sh${why}`, () => {
  let postgres: DebianPostgres
  let folder: TestFolder
  let store: string
  let backup: string
  let metrics: string
  const picture = 'captures/someToken/full.png'

  beforeAll(async () => {
    ;[postgres, folder] = await Promise.all([startDebianPostgres(programs, password), createTestFolder()])
    await postgres.createDatabase('pas')
    await migrate(postgres.urlOf('pas'))
    const db = openDatabase({ url: postgres.urlOf('pas'), poolMax: 1 })
    await createAccount({ db, clock: systemClock }, { name: 'Kept' })
    await db.$disconnect()
    // Records the arguments of pg_dump, which every user of a machine can read.
    await mkdir(path.join(folder.path, 'bin'))
    writeFileSync(
      path.join(folder.path, 'bin/pg_dump'),
      `#!/bin/sh\nprintf '%s\\n' "$*" >>'${folder.path}/arguments'\nexec ${programs}/pg_dump "$@"\n`,
      { mode: 0o755 },
    )
  }, 60_000)
  afterAll(() => Promise.all([postgres.close(), folder.close()]))

  beforeEach(async () => {
    const own = path.join(
      folder.path,
      expect.getState().currentTestName?.replace(/\W+/g, '-').slice(-40) ?? '',
    )
    store = path.join(own, 'store')
    backup = path.join(own, 'backup')
    metrics = path.join(own, 'backup.prom')
    await put('installation', 'the mark')
    await put(picture, 'a picture')
    await put('emails/some-guid/email.json', 'an email')
  })

  async function put(key: string, content: string): Promise<void> {
    const file = objectFile(store, key)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }

  const environment = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
    PATH: [path.join(folder.path, 'bin'), rclone ?? '', '/usr/bin', '/bin'].join(':'),
    HOME: folder.path,
    PAS_STACK: process.env.PAS_STACK,
    RCLONE_CONFIG: '/notfound',
    DATABASE_URL: postgres.urlOf('pas'),
    BACKUP_FROM: store,
    BACKUP_TO: backup,
    BACKUP_METRICS: metrics,
    ...variables,
  })
  const run = (variables: Record<string, string> = {}) =>
    spawnSync(script, { encoding: 'utf8', env: environment(variables) })
  const expectDone = (variables: Record<string, string> = {}): void => {
    const { status, stderr } = run(variables)
    expect([status, stderr.replace(/^.*NOTICE:.*\n/gm, '')]).toEqual([0, ''])
  }
  const dumpFile = (day = dayOf(0)): string => path.join(backup, 'rows', `${day}.dump`)

  it('gives back the rows and the pictures, and has no email', async () => {
    expectDone()
    await postgres.createDatabase('restored')
    const restored = spawnSync(
      path.join(programs, 'pg_restore'),
      ['--no-owner', '--exit-on-error', '--dbname', postgres.urlOf('restored'), dumpFile()],
      { encoding: 'utf8' },
    )
    expect([restored.status, restored.stderr]).toEqual([0, ''])
    const db = openDatabase({ url: postgres.urlOf('restored'), poolMax: 1 })
    expect(await db.account.findMany({ select: { name: true } })).toEqual([{ name: 'Kept' }])
    await db.$disconnect()
    expect(await migrate(postgres.urlOf('restored'))).toEqual([])

    await rm(store, { recursive: true })
    await cp(path.join(backup, 'objects'), store, { recursive: true })
    expect(readFileSync(objectFile(store, picture), 'utf8')).toBe('a picture')
    expect(readdirSync(store).sort()).toEqual(['captures', 'installation'])
  })

  it('keeps what was removed from the store for BACKUP_KEEP_DAYS, as it does dumps', async () => {
    for (const age of [2, 3]) {
      await mkdir(path.join(backup, 'removed', dayOf(age), 'captures'), { recursive: true })
      await mkdir(path.join(backup, 'rows'), { recursive: true })
      await writeFile(path.join(backup, 'removed', dayOf(age), 'captures/old.png'), '')
      await writeFile(dumpFile(dayOf(age)), '')
    }
    expectDone()
    await rm(objectFile(store, picture))
    expectDone({ BACKUP_KEEP_DAYS: '2' })
    expect(existsSync(objectFile(path.join(backup, 'objects'), picture))).toBe(false)
    const kept = path.join(backup, 'removed', dayOf(0))
    expect(readFileSync(objectFile(kept, picture), 'utf8')).toBe('a picture')
    expect(readdirSync(path.join(backup, 'removed')).sort()).toEqual([dayOf(2), dayOf(0)])
    expect(readdirSync(path.join(backup, 'rows')).sort()).toEqual(
      [dayOf(2), dayOf(0)].map((day) => `${day}.dump`),
    )
  })

  it('says when the last complete backup finished, for Prometheus, and nothing when one fails', () => {
    const before = Date.now()
    expectDone()
    const written = readFileSync(metrics, 'utf8')
    const [, seconds] = /^pas_backup_finished_timestamp_seconds (\d+)$/m.exec(written) ?? []
    expect(Number(seconds) * 1_000).toBeGreaterThan(before - 1_000)
    const dump = readFileSync(dumpFile())

    const failed = run({ DATABASE_URL: postgres.urlOf('no_such_database') })
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringContaining('the rows could not be backed up'),
    ])
    expect(readFileSync(metrics, 'utf8')).toBe(written)
    expect(readFileSync(dumpFile())).toEqual(dump)
    expect(readdirSync(path.join(backup, 'rows'))).toEqual([path.basename(dumpFile())])
  })

  it('replaces no backup by that of another installation, or of a store that is not there', async () => {
    expectDone()
    await put('installation', 'another mark')
    const foreign = run()
    const away = run({ BACKUP_FROM: `${store}-away` })
    for (const { status, stderr } of [foreign, away])
      expect([status, stderr]).toEqual([1, expect.stringContaining('correct BACKUP_FROM or BACKUP_TO')])
    expect(readFileSync(path.join(backup, 'objects/installation'), 'utf8')).toBe('the mark')
  })

  it('waits with --daily until BACKUP_AT after a backup, and a quarter of an hour after a failed one', async () => {
    const inTwoHours = new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString().slice(11, 16)
    const waits = await Promise.all([
      firstWaitSeconds({ BACKUP_AT: inTwoHours }),
      firstWaitSeconds({ BACKUP_TO: `${backup}-2`, DATABASE_URL: postgres.urlOf('no_such_database') }),
    ])
    expect(waits[0]).toBeGreaterThan(2 * 60 * 60 - 200)
    expect(waits[0]).toBeLessThanOrEqual(2 * 60 * 60)
    expect(waits[1]).toBe(900)
  })

  /**
   * How long `--daily` says that it waits after its first run; ends it by SIGTERM, with the `sleep` that it runs, as the
   * end of a container would.
   */
  async function firstWaitSeconds(variables: Record<string, string>): Promise<number> {
    const child = spawn(script, ['--daily'], { env: environment(variables), detached: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const exited = once(child, 'exit')
    await until('it says how long it waits', () => [/ in \d+ s$/m.test(output), output])
    process.kill(-(child.pid ?? NaN), 'SIGTERM')
    expect(await exited).toEqual([null, 'SIGTERM'])
    return Number(/ in (\d+) s$/m.exec(output)?.[1])
  }

  it('gives pg_dump the password where other users of the machine cannot read it', () => {
    expectDone()
    const given = readFileSync(path.join(folder.path, 'arguments'), 'utf8')
    expect(given).toContain('postgresql://postgres@127.0.0.1')
    expect(given).not.toContain(encodeURIComponent(password).slice(0, 6))
  })

  it.each([
    ['DATABASE_URL', ''],
    ['BACKUP_FROM', ''],
    ['BACKUP_TO', ''],
    ['BACKUP_KEEP_DAYS', '0'],
    ['BACKUP_AT', '24:00'],
  ])('refuses %s=%j by name, before it does anything', (name, value) => {
    const { status, stderr } = run({ [name]: value })
    expect([status, stderr]).toEqual([1, expect.stringContaining(name)])
    expect(existsSync(backup)).toBe(false)
  })
})
