import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { listAppliedMigrations, listPendingMigrations, migrate, MigrationError } from '../src/migrate'
import { readMigrations } from '../src/migration-files'

describe('a migration that replaces others', () => {
  const names = ['10000101000000_a', '10000102000000_b', '10000103000000_c']
  const one = '10000104000000_one'
  const later = '10000105000000_later'
  let database: TestDatabase
  let folder: TestFolder

  const add = async (name: string, sql: string): Promise<void> => {
    await mkdir(path.join(folder.path, name))
    await writeFile(path.join(folder.path, name, 'migration.sql'), sql)
  }
  /** From now on the folder has one migration in place of three. */
  const squash = async (): Promise<void> => {
    const migrations = (await readMigrations(folder.path))
      .filter(({ name }) => names.includes(name))
      .map(({ name, checksum }) => ({ name, checksum }))
    for (const name of names) await rm(path.join(folder.path, name), { recursive: true })
    await add(one, names.map((name) => `CREATE TABLE "${name}" (id int);`).join('\n'))
    const replaces = { commit: 'c0ffee', migrations }
    await writeFile(path.join(folder.path, one, 'replaces.json'), JSON.stringify(replaces))
  }

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false })
    folder = await createTestFolder()
    for (const name of names) await add(name, `CREATE TABLE "${name}" (id int)`)
  })
  afterEach(async () => {
    await database.close()
    await folder.close()
  })

  it('is applied to a new database', async () => {
    await squash()
    expect(await migrate(database.url, folder.path)).toEqual([one])
    expect(await listAppliedMigrations(database.url)).toEqual([one])
    expect(await migrate(database.url, folder.path)).toEqual([])
  })

  it('counts as applied where all of them are, and runs nothing', async () => {
    await migrate(database.url, folder.path)
    await squash()
    expect(await listPendingMigrations(database.url, folder.path)).toEqual([])
    expect(await migrate(database.url, folder.path)).toEqual([])
    expect(await listAppliedMigrations(database.url)).toEqual([one])
    await add(later, 'CREATE TABLE later (id int)')
    expect(await migrate(database.url, folder.path)).toEqual([later])
    expect(await listAppliedMigrations(database.url)).toEqual([one, later])
  })

  it('keeps the order where one of a newer release is applied, too', async () => {
    await add(later, 'CREATE TABLE later (id int)')
    await migrate(database.url, folder.path)
    await squash()
    expect(await migrate(database.url, folder.path)).toEqual([])
    expect(await listAppliedMigrations(database.url)).toEqual([one, later])
  })

  it('is refused where only some are, which names those that lack and the commit that has them', async () => {
    await rm(path.join(folder.path, String(names[2])), { recursive: true })
    await migrate(database.url, folder.path)
    await add(String(names[2]), 'CREATE TABLE third (id int)')
    await squash()
    const refused = /lacks, or has otherwise: 10000103000000_c\. Check out commit c0ffee/
    await expect(listPendingMigrations(database.url, folder.path)).rejects.toThrow(refused)
    await expect(migrate(database.url, folder.path)).rejects.toThrow(MigrationError)
    await expect(migrate(database.url, folder.path)).rejects.toThrow(refused)
    expect(await listAppliedMigrations(database.url)).toEqual(names.slice(0, 2))
  })

  it('is refused where one of them was applied with another content', async () => {
    await migrate(database.url, folder.path)
    await appendFile(path.join(folder.path, String(names[1]), 'migration.sql'), '\n-- changed')
    await squash()
    await expect(migrate(database.url, folder.path)).rejects.toThrow(String(names[1]))
    expect(await listAppliedMigrations(database.url)).toEqual(names)
  })
})
