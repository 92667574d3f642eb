import { createHash, randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase, type ServiceRole, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Client } from 'pg'
import { listAppliedMigrations, listPendingMigrations, migrate, MigrationError } from '../src/migrate'

const repositoryMigrations = path.resolve(__dirname, '../../../prisma/migrations')

const firstMigration = '20261126000000_first'

/** The migrations that the first one stands for, each with the SHA-256 of its file. */
const olderMigrations = [
  '20261121000000_first 52ed4b95a295d424a3b9fd37248c6e8d28e7965551416865bda021d7251ae7eb',
  '20261121060000_oauth_and_people c4648870a34d9ab01c9f42c179c7931ee81eb31e2d9d05141e38e552e8e57886',
  '20261121090000_lifetimes_and_limits 905bb830e2736b4d2008181f2adf10d690aaf7c19c0bf0b38b783ffaa2116a3b',
  '20261122010000_installation_mark bb46dde9eca241865eb5031c8733378e484ec05e272e283fe0f9f6506bce0295',
  '20261122011000_retention_indexes b67a588b8de67eb2b7e31287813807334f02ac87325554ce56501b03cecb5772',
  '20261122020000_sessions_of_switched_users 6a3eb0c19ee4e5d5ae101ed0e0c7259885f439a8a3662821141f9473e9ce0bb7',
  '20261122030000_limits_of_each_engine 86ba5ba5c5512831174aa8257c522836031044fb9f60f83c5c5e2e4ce6f31c4a',
  '20261122040000_worker_role e4bbf28164a2c3ea26dce6b257c95f9bfe1ca21b2bc3a2eeb81ab4ea81dd8930',
  '20261122050000_assets_due 891a6b3233f3a6190628dc019241308e35f8ade21f6988f747989401e2aca034',
  '20261122060000_worker_reads_accounts c7cd8a5ed7fba7aeca00a8c28d4824106bc3ca78a9f54ea77507fa98a5fb2ece',
  '20261123000000_preview_states f87e97841bdcd426b0c239c8021bb94babf9672dd405e7f2edda2b7af33ac504',
  '20261123010000_preview_states_validated e2a4172e74051411852a934472bd85516051b39903ee12445bcba38e95d3e3f9',
  '20261124010000_one_time_links 22efc352b3cad438d5ec0aa79d64d53020297cc7de17106b187cb4c58739f2d9',
  '20261124020000_second_factors 5d814068e133f8b4cd7cf9b711cc076486591995a95026c6b1907e47a52a2ca4',
  '20261124021000_external_identities 04e9c26656649d237eed0e784b1255ff457fa942af327dd8871bda33350067b5',
  '20261124040000_account_limits 53de65016129d54b3aa93f39fcb5e1eb9225754a276e7c43a1f38ac9953b7590',
  '20261125000000_events 9ae78dfde605740e7beb7b105f4a1796e010584ed10a87e8071d5d96d691aa82',
  '20261125010000_webhooks fbd3a2a5c3a755f03752eda34ffc709b30afab523aa6f19457464ae5d2d716c5',
  '20261125020000_callers efbc6764afb106bd7d88fedc901c77d64f9027507a497d21b9781b192011cea4',
  '20261126000000_board 0b6235a6b5c6efac5b920d3f0d2c3eeb7b1058695357d4169975f8a667045f44',
  '20261126010000_shares f762121909346bcbc9dc5b930dcece96595cb836fdc5faf1c6d409ac195802ce',
  '20261127010000_captures_without_credential 50c190c4926d03b400402392d24ccfb32e2ba7b38b975f0149e7ed3fe15d7e61',
  '20261127030000_rights_end_with_their_givers c6f9494cc59657846defa1350d1c3fd5f2d2d1fdf888e6a32d111f1f015c9bfd',
  '20261127031000_kinds_of_accounts a0aed26f79ed868b17f2d3e3d1df5923a68257bda1997e4fbef163061fcefbd9',
  '20261127040000_board_and_images_roles 52da01fd7503cc8fdd76f33f919ebc1fb28307778a9a3d223e574bb7a6e142dd',
  '20261127050000_links_side_by_side 96f8d68bd625f03a5d38660e64eccf92fc033daf6a6db1a79d6778b15a05bcf9',
  '20261127051000_second_factor_warnings 70a1a27e039261c66149ff71d4191c983c7b07a624aa575d7193b91036e87fb6',
  '20261127052000_sign_in_of_tokens ed45aaa64e083c015ff9a6c83aaefdc698ff367d938fcab8215b42a68cf07370',
  '20261127070000_asked_from c526f689745f6e61d01432b44c8b87655e839cbebeacb335aab32bee25b7dc2a',
  '20261127080000_bytes_per_hour 2cf14a02438ca13345be1cef863312a7aa1df020f268ff7366eda0b5a75875df',
  '20261128010000_actors_of_consents f89339c825229afcbf5a704d65124ba1863cdb961dd76b436fa56c172cf002c7',
  '20261128011000_end_of_first_party_tokens 7c98d6838f2a5f5a9a24bf9f8ac2249108177ab52dcbdc54df090f42246d3600',
  '20261129010000_label_of_emails ef80e4daee1a90ac8199fae78133bb007243564a23b411367d19a4dd3df79dd8',
  '20261129020000_client_sets_and_languages dd5519bbf91c6234271a403aafd962ad708a834fe34fb56e749cc9da1a774523',
  '20261129020000_openings_of_emails b6bb37428cd5fdd118d1a6f0177a59a0b8f33a02485fb0bc5ee0e2de6359e825',
]

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

  describe('of a database that is older than the first release', () => {
    beforeEach(async () => {
      for (const name of await readdir(folder.path))
        if (name !== firstMigration) await rm(path.join(folder.path, name), { recursive: true })
    })
    const recordOld = async (rows: string[]): Promise<void> => {
      await database.db.$executeRaw`TRUNCATE "_prisma_migrations"`
      for (const row of rows) {
        const [name, checksum] = row.split(' ')
        await database.db.$executeRaw`
          INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
          VALUES (gen_random_uuid()::text, ${checksum}, ${name}, clock_timestamp())`
      }
    }
    const columns = () => database.db.$queryRaw`
      SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`

    it('records the first migration in place of all of the older ones, and changes nothing else', async () => {
      const first = await migrate(database.url, folder.path)
      const before = await columns()
      await recordOld(olderMigrations)
      expect(await listPendingMigrations(database.url, folder.path)).toEqual(first)
      expect(await migrate(database.url, folder.path)).toEqual(first)
      expect(await listAppliedMigrations(database.url)).toEqual(first)
      expect(await listPendingMigrations(database.url, folder.path)).toEqual([])
      expect(await columns()).toEqual(before)
    })

    it('keeps the records of migrations that came after them', async () => {
      const later = path.join(folder.path, '99990101000000_later')
      await mkdir(later)
      await writeFile(path.join(later, 'migration.sql'), 'SELECT 1')
      const applied = await migrate(database.url, folder.path)
      const checksum = createHash('sha256').update('SELECT 1').digest('hex')
      await recordOld([...olderMigrations, `99990101000000_later ${checksum}`])
      expect(await migrate(database.url, folder.path)).toEqual(applied.slice(0, 1))
      expect(await listAppliedMigrations(database.url)).toEqual(applied)
      expect(await migrate(database.url, folder.path)).toEqual([])
    })

    it.each([
      ['lacks the last of these', olderMigrations.slice(0, -1)],
      ['has one more', [...olderMigrations, `20261130000000_more ${'0'.repeat(64)}`]],
      ['has one in another form', [`20261121000000_first ${'0'.repeat(64)}`, ...olderMigrations.slice(1)]],
    ])('refuses one that %s, and says what to do', async (_what, rows) => {
      await migrate(database.url, folder.path)
      await recordOld(rows)
      await expect(migrate(database.url, folder.path)).rejects.toThrow(
        /has the migration 20261121000000_first where .* 20261126000000_first\. .*migrate it with the last commit/,
      )
      expect(await listAppliedMigrations(database.url)).toHaveLength(rows.length)
    })
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

  it('finds nothing to do in the database of a newer release', async () => {
    const newer = path.join(folder.path, '99990101000000_newer')
    await mkdir(newer)
    await writeFile(path.join(newer, 'migration.sql'), 'SELECT 1')
    await migrate(database.url, folder.path)
    await rm(newer, { recursive: true })
    expect(await migrate(database.url, folder.path)).toEqual([])
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
    'email_checks UPDATE attempt deadline_at ended_at status',
    'emails SELECT content_erased_at id',
    'previews SELECT account_id attempt deadline_at email_client email_id id image_token images orientation status',
    'previews UPDATE attempt captured_at deadline_at engine_version failed_at failure height picture_sha256 status truncated width',
  ],
  pas_board: [
    'board_sessions INSERT access_expires_at expires_at id_hash refreshes refreshing_until signed_in_at tokens user_id user_name',
    'board_sessions SELECT access_expires_at expires_at id_hash refreshes refreshing_until signed_in_at tokens user_id user_name',
    'board_sessions UPDATE access_expires_at expires_at refreshes refreshing_until tokens',
  ],
  pas_images: [
    'emails SELECT content_erased_at expires_at id',
    'previews SELECT account_id attempt captured_at email_id id image_token status',
    'previews UPDATE captured_at deadline_at engine_version height picture_sha256 status truncated width',
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
  const migration = firstMigration
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
