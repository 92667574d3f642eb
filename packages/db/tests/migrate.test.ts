import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase, type ServiceRole, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Client } from 'pg'
import {
  listAppliedMigrations,
  listPendingMigrations,
  listUnknownMigrations,
  migrate,
  MigrationError,
} from '../src/migrate'
import { migrationsDirectory as repositoryMigrations } from '../src/migration-files'

describe('migrate', () => {
  let database: TestDatabase
  let folder: TestFolder

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false })
    folder = await createTestFolder()
    await cp(repositoryMigrations, folder.path, { recursive: true })
  })
  afterEach(async () => {
    await database.close()
    await folder.close()
  })

  it('applies every migration once, and nothing the second time', async () => {
    const pending = await listPendingMigrations(database.url, folder.path)
    const first = await migrate(database.url, folder.path)
    expect(first.length).toBeGreaterThan(0)
    expect(first).toEqual(pending)
    expect(await migrate(database.url, folder.path)).toEqual([])
    expect(await listPendingMigrations(database.url, folder.path)).toEqual([])
    expect(await listAppliedMigrations(database.url)).toEqual(first)
    expect(await database.db.account.count()).toBe(0)
  })

  it('may run twice at once: one run applies, the other finds nothing to do', async () => {
    const applied = await Promise.all([
      migrate(database.url, folder.path),
      migrate(database.url, folder.path),
    ])
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })

  it('refuses a migration that changed after it was applied, and names it', async () => {
    const [name] = await migrate(database.url, folder.path)
    await appendFile(path.join(folder.path, String(name), 'migration.sql'), '\n-- changed\n')
    await expect(migrate(database.url, folder.path)).rejects.toThrow(MigrationError)
    await expect(migrate(database.url, folder.path)).rejects.toThrow(String(name))
  })

  it('refuses a migration that comes before one that was applied, and applies nothing', async () => {
    const add = async (name: string): Promise<void> => {
      await mkdir(path.join(folder.path, name))
      await writeFile(path.join(folder.path, name, 'migration.sql'), `CREATE TABLE "${name}" (id int)`)
    }
    await add('99990102000000_second')
    const applied = await migrate(database.url, folder.path)
    await add('99990101000000_late')
    await expect(migrate(database.url, folder.path)).rejects.toThrow(
      '99990102000000_second where this release has 99990101000000_late',
    )
    expect(await listAppliedMigrations(database.url)).toEqual(applied)
  })

  it('finds nothing to do in the database of a newer release, and names what that has applied', async () => {
    const newer = path.join(folder.path, '99990101000000_newer')
    await mkdir(newer)
    await writeFile(path.join(newer, 'migration.sql'), 'SELECT 1')
    await migrate(database.url, folder.path)
    expect(await listUnknownMigrations(database.url, folder.path)).toEqual([])
    await rm(newer, { recursive: true })
    expect(await migrate(database.url, folder.path)).toEqual([])
    expect(await listUnknownMigrations(database.url, folder.path)).toEqual(['99990101000000_newer'])
  })

  it('rolls back a migration that fails', async () => {
    await migrate(database.url, folder.path)
    await mkdir(path.join(folder.path, '99990101000000_broken'))
    await writeFile(
      path.join(folder.path, '99990101000000_broken', 'migration.sql'),
      'CREATE TABLE half_done (id int); SELECT 1/0;',
    )
    await expect(migrate(database.url, folder.path)).rejects.toThrow('99990101000000_broken')
    const [row] = await database.db.$queryRaw<
      { found: string | null }[]
    >`SELECT to_regclass('half_done')::text AS found`
    expect(row?.found).toBeNull()
  })
})

describe('the schema', () => {
  it('keeps the audit trail append only', async () => {
    const database = await createTestDatabase()
    try {
      await database.db.auditEvent.create({
        data: { at: new Date(), actor: 'operator:test', action: 'account.create', target: 'account:1' },
      })
      await expect(database.db.auditEvent.updateMany({ data: { actor: 'someone else' } })).rejects.toThrow(
        'append only',
      )
      await expect(database.db.auditEvent.deleteMany()).rejects.toThrow('append only')
      await expect(database.db.$executeRaw`TRUNCATE audit_events`).rejects.toThrow('append only')
      expect(await database.db.auditEvent.count()).toBe(1)
    } finally {
      await database.close()
    }
  })
})

/** What each role may do: columns of tables, by right. */
const rightsOf = {
  pas_worker: [
    'email_checks SELECT account_id attempt deadline_at email_client email_id id name status',
    'email_checks UPDATE attempt changes_seen changes_unknown deadline_at ended_at failure pictures status',
    'emails SELECT content_erased_at id',
    'previews SELECT account_id attempt deadline_at email_client email_id id image_token images named_by_hash orientation picture_sha256 status',
    'previews UPDATE attempt captured_at deadline_at drawn_by failed_at failure height named_by_hash picture_sha256 status truncated width',
  ],
  pas_board: [
    'board_sessions INSERT access_expires_at expires_at id_hash refreshes refreshing_until signed_in_at tokens user_id user_name',
    'board_sessions SELECT access_expires_at expires_at id_hash refreshes refreshing_until signed_in_at tokens user_id user_name',
    'board_sessions UPDATE access_expires_at expires_at refreshes refreshing_until tokens',
    'users SELECT id role',
  ],
  pas_images: [
    'emails SELECT content_erased_at expires_at id',
    'previews SELECT account_id attempt captured_at email_client email_id id image_token images named_by_hash orientation picture_sha256 status',
    'previews UPDATE captured_at deadline_at drawn_by height named_by_hash picture_sha256 status truncated width',
  ],
} satisfies Record<ServiceRole, string[]>

describe.each(Object.entries(rightsOf) as [ServiceRole, string[]][])('the role %s', (role, rights) => {
  let database: TestDatabase
  let connection: Client
  beforeAll(async () => {
    database = await createTestDatabase()
    connection = new Client({ connectionString: await database.makeUrlOf(role) })
    await connection.connect()
  })
  afterAll(async () => {
    await connection.end()
    await database.close()
  })

  it('may read and write the columns that its service needs', async () => {
    const { rows } = await connection.query<{ right: string }>(
      `SELECT table_name || ' ' || privilege_type || ' ' || string_agg(column_name, ' ' ORDER BY column_name) AS right
       FROM information_schema.column_privileges WHERE grantee = $1
       GROUP BY table_name, privilege_type ORDER BY 1`,
      [role],
    )
    expect(rows.map(({ right }) => right)).toEqual(rights)
  })

  it('is refused everything else, in tables made later, too', async () => {
    await database.db.$executeRaw`CREATE TABLE made_later (id int)`
    const { rows: tables } = await connection.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    expect(tables.length).toBeGreaterThan(15)
    const ofTables = tables.flatMap(({ name }) => [
      `SELECT * FROM "${name}"`,
      `DELETE FROM "${name}"`,
      `TRUNCATE "${name}"`,
      `INSERT INTO "${name}" DEFAULT VALUES`,
      `ALTER TABLE "${name}" RENAME TO away`,
      `CREATE INDEX ON "${name}" ((1))`,
    ])
    const ownSessions = /^(SELECT \* |DELETE |INSERT INTO )(FROM )?"board_sessions"/
    const refused = [
      ...ofTables.filter((statement) => role !== 'pas_board' || !ownSessions.test(statement)),
      "UPDATE previews SET image_token = 'x'",
      'UPDATE previews SET email_id = id',
      'UPDATE emails SET content_erased_at = NULL',
      'UPDATE board_sessions SET user_id = 1',
      'SELECT end_user_id FROM emails',
      'SELECT subject FROM emails',
      'SELECT email FROM users',
      "UPDATE users SET role = 'admin'",
      'SELECT password_hash FROM users',
      'SELECT token_hash FROM access_tokens',
      'SELECT secret FROM second_factors',
      'SELECT key_hash FROM api_keys',
      'CREATE TABLE mine (id int)',
      'CREATE SCHEMA mine',
      'CREATE ROLE mine',
      'SET ROLE pas',
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "SELECT pg_read_file('/etc/passwd')",
    ]
    for (const statement of refused) {
      const answer = await connection.query(statement).then(
        () => 'allowed',
        ({ code }: { code?: string }) => code,
      )
      // 42501 is insufficient_privilege; 22023 is `SET ROLE` of a role that does not exist.
      expect([statement, answer]).toEqual([statement, statement.startsWith('SET') ? '22023' : '42501'])
    }
  })
})

describe('a migration that makes roles', () => {
  const migration = String(readdirSync(repositoryMigrations).sort()[0])
  const made = ['pas_worker', 'pas_board', 'pas_images']
  const databases: TestDatabase[] = []
  let folder: TestFolder
  let roles: string[]
  beforeEach(async () => {
    folder = await createTestFolder()
    await cp(repositoryMigrations, folder.path, { recursive: true })
    // A role belongs to the whole server, and this server already has those that the migration names.
    const file = path.join(folder.path, migration, 'migration.sql')
    let sql = await readFile(file, 'utf8')
    roles = made.map((name) => `${name}_${randomBytes(6).toString('hex')}`)
    for (const [index, name] of made.entries()) sql = sql.replaceAll(name, roles[index] ?? '')
    await writeFile(file, sql)
  })
  afterEach(async () => {
    const [first, ...others] = databases.splice(0)
    await Promise.all(others.map((database) => database.close()))
    for (const role of roles) {
      await first?.db.$executeRawUnsafe(`DROP OWNED BY "${role}"`)
      await first?.db.$executeRawUnsafe(`DROP ROLE "${role}"`)
    }
    await first?.close()
    await folder.close()
  })

  it('may run in several databases of a server at once', async () => {
    for (let count = 0; count < 2; count++) databases.push(await createTestDatabase({ migrated: false }))
    const [first, second] = databases as [TestDatabase, TestDatabase]
    // The first migration has made the role and not committed: the second one does not see it yet.
    const half = new Client({ connectionString: first.url })
    await half.connect()
    await half.query(`BEGIN; CREATE ROLE "${roles[0]}" NOLOGIN`)
    const migrating = migrate(second.url, folder.path)
    const secondName = new URL(second.url).pathname.slice(1)
    for (let isWaiting = false; !isWaiting;) {
      const waiting = await first.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = ${secondName} AND application_name = 'pas-migrate' AND wait_event_type = 'Lock'`
      isWaiting = waiting.length === 1
    }
    await half.query('COMMIT')
    await half.end()
    expect(await migrating).toContain(migration)
    expect(await migrate(first.url, folder.path)).toContain(migration)
  })

  it('tells a database owner who may not create roles what a superuser must type, and uses an existing role', async () => {
    const database = await createTestDatabase({ migrated: false })
    databases.push(database)
    const owner = `${roles[0]}_owner`
    await database.db.$executeRawUnsafe(`CREATE ROLE "${owner}" LOGIN PASSWORD 'owner'`)
    const url = new URL(database.url)
    await database.db.$executeRawUnsafe(`ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO "${owner}"`)
    Object.assign(url, { username: owner, password: 'owner' })
    for (const role of roles) {
      await expect(migrate(url.href, folder.path)).rejects.toThrow(
        `${owner} may make none: have a superuser type CREATE ROLE ${role}`,
      )
      await database.db.$executeRawUnsafe(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`)
    }
    expect(await migrate(url.href, folder.path)).toContain(migration)
    await database.db.$executeRawUnsafe(`REASSIGN OWNED BY "${owner}" TO CURRENT_USER`)
    await database.db.$executeRawUnsafe(`DROP OWNED BY "${owner}"`)
    await database.db.$executeRawUnsafe(`DROP ROLE "${owner}"`)
  })
})
