import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

/** The key of the advisory lock that `prisma migrate` takes, so that it and this never run at the same time. */
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

/** A migration cannot be applied; the message says which and what to do. */
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
  rolled_back_at: Date | null
}

/** The repository's migrations; the path is right from `src/` and from `dist/`. */
const migrationsDirectory = path.resolve(__dirname, '../../../prisma/migrations')

/**
 * Applies the new migrations of `prisma/migrations`, in order, each in one transaction, and records them as Prisma
 * does. Safe to run twice at once: the second run waits and finds nothing to do. Throws a `MigrationError` when a
 * migration fails, has changed since it was applied, or was left unfinished by `prisma migrate`. Resolves to the names
 * of the migrations applied by this run.
 */
export async function migrate(databaseUrl: string, directory = migrationsDirectory): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const connection = new Client({ connectionString: databaseUrl, application_name: 'pas-migrate' })
  await connection.connect()
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [prismaLockKey])
    await connection.query(createRecordTable)
    const records = await readRecords(connection)
    const pending = migrations.filter((migration) => !isApplied(migration, records))
    for (const migration of pending) await apply(connection, migration)
    return pending.map(({ name }) => name)
  } finally {
    await connection.end()
  }
}

/**
 * The names of the migrations that `migrate` would apply, oldest first. Throws a `MigrationError` as `migrate` does.
 */
export async function listPendingMigrations(
  databaseUrl: string,
  directory = migrationsDirectory,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const connection = new Client({ connectionString: databaseUrl, application_name: 'pas-migrate' })
  await connection.connect()
  try {
    await connection.query(createRecordTable)
    const records = await readRecords(connection)
    return migrations.filter((migration) => !isApplied(migration, records)).map(({ name }) => name)
  } finally {
    await connection.end()
  }
}

/** The names of the migrations recorded as applied, oldest first. */
export async function listAppliedMigrations(databaseUrl: string): Promise<string[]> {
  const connection = new Client({ connectionString: databaseUrl, application_name: 'pas-migrate' })
  await connection.connect()
  try {
    await connection.query(createRecordTable)
    const { rows } = await connection.query<MigrationRecord>(
      'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name',
    )
    return rows.map((row) => row.migration_name)
  } finally {
    await connection.end()
  }
}

async function readRecords(connection: Client): Promise<MigrationRecord[]> {
  const { rows } = await connection.query<MigrationRecord>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
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

function isApplied(migration: Migration, records: MigrationRecord[]): boolean {
  const record = records.find((candidate) => candidate.migration_name === migration.name)
  if (!record) return false
  if (!record.finished_at) {
    throw new MigrationError(
      `Migration ${migration.name} was begun and not finished by 'prisma migrate'. Repair the database, then run 'prisma migrate resolve'.`,
    )
  }
  if (record.checksum !== migration.checksum) {
    throw new MigrationError(
      `Migration ${migration.name} has changed since it was applied. Restore its file and put the change into a new migration.`,
    )
  }
  return true
}

async function apply(connection: Client, migration: Migration): Promise<void> {
  await connection.query('BEGIN')
  try {
    await connection.query(migration.sql)
    await connection.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw new MigrationError(`Migration ${migration.name} failed and was undone: ${String(error)}`, {
      cause: error,
    })
  }
}
