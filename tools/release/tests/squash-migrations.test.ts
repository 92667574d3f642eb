import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrate, listAppliedMigrations } from '@pas/db/migrate'
import { migrationsDirectory, type ReplacedMigrations } from '@pas/db/migration-files'
import { createTestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { squashMigrations } from '../src/migrations/squash-migrations'
import { postgresPrograms } from '../src/migrations/throw-away-postgres'

const describeSquash = postgresPrograms ? describe : describe.skip

describeSquash(
  `npm run release -- --squash-migrations${postgresPrograms ? '' : ' (skipped: no postgresql here)'}`,
  () => {
    let folder: TestFolder
    const names = (): string[] =>
      readdirSync(folder.path)
        .filter((name) => name.includes('_'))
        .sort()
    const sqlOf = (name: string): string =>
      readFileSync(path.join(folder.path, name, 'migration.sql'), 'utf8')
    const add = async (name: string, sql: string): Promise<void> => {
      await mkdir(path.join(folder.path, name))
      await writeFile(path.join(folder.path, name, 'migration.sql'), sql)
    }
    const squash = (sql?: string): Promise<string> =>
      squashMigrations({
        directory: folder.path,
        version: '1.0.0',
        commit: 'c0ffee',
        now: new Date('2026-12-01T10:00:00Z'),
        ...(sql !== undefined && { sql }),
      })

    beforeEach(async () => {
      folder = await createTestFolder()
      await cp(migrationsDirectory, folder.path, { recursive: true })
      await rm(path.join(folder.path, 'migration_lock.toml'), { force: true })
      // What today's migrations lack: rows, and for a time in which there is only one of them.
      await add('88880101000000_table', 'CREATE TABLE "languages" ("tag" TEXT PRIMARY KEY, "name" TEXT);\n')
      await add('88880102000000_rows', `INSERT INTO "languages" VALUES ('en', 'English');\n`)
    })
    afterEach(() => folder.close())

    it('leaves one migration, which makes the same database and counts as applied where all were', async () => {
      const database = await createTestDatabase({ migrated: false })
      try {
        const before = names()
        await migrate(database.url, folder.path)
        const name = await squash()
        expect(name).toBe('88880102000001_release_1_0_0')
        expect(names()).toEqual([name])
        const replaces = JSON.parse(
          readFileSync(path.join(folder.path, name, 'replaces.json'), 'utf8'),
        ) as ReplacedMigrations
        expect(replaces.commit).toBe('c0ffee')
        expect(replaces.migrations.map((one) => one.name)).toEqual(before)
        expect(sqlOf(name).match(/FUNCTION "add_webhook_messages"\(\) RETURNS/g)).toHaveLength(1)
        expect(await migrate(database.url, folder.path)).toEqual([])
        expect(await listAppliedMigrations(database.url)).toEqual([name])
      } finally {
        await database.close()
      }
    })

    it('changes nothing when the one migration lacks a right, a trigger or a row, and names each', async () => {
      const before = names()
      const whole = before.map(sqlOf).join('\n')
      const lacking = whole
        .replace(/^GRANT UPDATE \("tokens".*\n/m, '')
        .replace(/^CREATE TRIGGER "audit_events_no_truncate"[^;]*;\n/m, '')
        .replace(/^INSERT INTO "languages".*\n/m, '')
      expect(lacking.split('\n')).toHaveLength(whole.split('\n').length - 4)
      await expect(squash(lacking)).rejects.toThrow(
        /- CREATE TRIGGER audit_events_no_truncate[^]*- GRANT UPDATE\(tokens\)[^]*- INSERT .*English/,
      )
      expect(names()).toEqual(before)
    })

    it('changes nothing when the one migration makes no role', async () => {
      const whole = names().map(sqlOf).join('\n')
      const lacking = whole.replace(/, 'pas_images'(?=\] LOOP)/, '')
      expect(lacking).not.toBe(whole)
      await expect(squash(lacking)).rejects.toThrow('role "pas_images" does not exist')
    })

    it('refuses when there is only one', async () => {
      for (const name of names().slice(1)) await rm(path.join(folder.path, name), { recursive: true })
      await expect(squash()).rejects.toThrow('nothing to squash')
    })
  },
)
