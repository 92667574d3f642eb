import { cp, mkdir, writeFile, appendFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { listAppliedMigrations, listPendingMigrations, migrate, MigrationError } from '../src/migrate'

const repositoryMigrations = path.resolve(__dirname, '../../../prisma/migrations')

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

  it('survives two at once: one applies, the other finds nothing to do', async () => {
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

  it('undoes a migration that fails, whole', async () => {
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
