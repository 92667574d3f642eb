import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

const prismaLockKey = 72_707_369

const createRecordTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`

/** The message says which migration, and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

interface MigrationRecord {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

const migrationsDirectory = path.resolve(__dirname, '../../../prisma/migrations')

/**
 * Safe to run twice at once. Resolves to the names applied. Throws a `MigrationError` when a migration fails, is
 * changed or unfinished, or others were applied.
 */
export function migrate(databaseUrl: string, directory = migrationsDirectory): Promise<string[]> {
  return withConnection(databaseUrl, async (connection) => {
    const migrations = await readMigrations(directory)
    // Before the table is made: of two runs that make it at once, one fails.
    await connection.query('SELECT pg_advisory_lock($1)', [prismaLockKey])
    await connection.query(createRecordTable)
    const pending = pendingOf(migrations, await readRecords(connection))
    for (const migration of pending) await apply(connection, migration)
    return pending.map(({ name }) => name)
  })
}

export const listPendingMigrations = (
  databaseUrl: string,
  directory = migrationsDirectory,
): Promise<string[]> =>
  withConnection(databaseUrl, async (connection) =>
    pendingOf(await readMigrations(directory), await readRecords(connection)).map(({ name }) => name),
  )

export const listAppliedMigrations = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, async (connection) =>
    (await readRecords(connection)).filter(({ finished_at }) => finished_at).map((row) => row.migration_name),
  )

/** Applied by a newer release. */
export const listUnknownMigrations = async (
  databaseUrl: string,
  directory = migrationsDirectory,
): Promise<string[]> => {
  const known = new Set((await readMigrations(directory)).map(({ name }) => name))
  return (await listAppliedMigrations(databaseUrl)).filter((name) => !known.has(name))
}

async function withConnection<T>(databaseUrl: string, work: (connection: Client) => Promise<T>): Promise<T> {
  const connection = new Client({ connectionString: databaseUrl, application_name: 'pas-migrate' })
  await connection.connect()
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

async function readRecords(connection: Client): Promise<MigrationRecord[]> {
  const table = await connection.query(`SELECT 1 WHERE to_regclass('"_prisma_migrations"') IS NOT NULL`)
  if (table.rowCount === 0) return []
  const { rows } = await connection.query<MigrationRecord>(
    `SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL
     ORDER BY finished_at NULLS LAST, migration_name`,
  )
  return rows
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** A newer release may have applied more; what both have must be the same, in the same order. */
function pendingOf(migrations: Migration[], records: MigrationRecord[]): Migration[] {
  const unfinished = records.find(({ finished_at }) => !finished_at)
  if (unfinished)
    throw new MigrationError(
      `Migration ${unfinished.migration_name} was begun and not finished by 'prisma migrate'. Repair the database, then run 'prisma migrate resolve'.`,
    )
  for (const [index, record] of records.entries()) {
    const migration = migrations[index]
    if (!migration) break
    if (record.migration_name !== migration.name)
      throw new MigrationError(
        `The database has the migration ${record.migration_name} where this release has ${migration.name}. If ${migration.name} is new, name it later than the last applied one. Otherwise use the release that made the database.`,
      )
    if (record.checksum !== migration.checksum)
      throw new MigrationError(
        `Migration ${migration.name} has changed since it was applied. Restore its file and put the change into a new migration.`,
      )
  }
  return migrations.slice(records.length)
}

async function apply(connection: Client, migration: Migration): Promise<void> {
  try {
    await inTransaction(connection, async () => {
      await connection.query(migration.sql)
      await connection.query(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, clock_timestamp(), 1)`,
        [randomUUID(), migration.checksum, migration.name],
      )
    })
  } catch (error) {
    throw new MigrationError(`Migration ${migration.name} failed and was undone: ${String(error)}`, {
      cause: error,
    })
  }
}

async function inTransaction(connection: Client, work: () => Promise<void>): Promise<void> {
  await connection.query('BEGIN')
  try {
    await work()
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
}
