import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { migrationsDirectory, readMigrations, type Migration } from './migration-files'

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

interface MigrationRecord {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * Safe to run twice at once. Resolves to the names applied. Throws a `MigrationError` when a migration fails, is
 * changed or unfinished, others were applied, or only some of those that one replaces.
 */
export function migrate(databaseUrl: string, directory = migrationsDirectory): Promise<string[]> {
  return withConnection(databaseUrl, async (connection) => {
    const migrations = await readMigrations(directory)
    // Before the table is made: of two runs that make it at once, one fails.
    await connection.query('SELECT pg_advisory_lock($1)', [prismaLockKey])
    await connection.query(createRecordTable)
    const pending = pendingOf(migrations, await readRecords(connection))
    for (const migration of migrations) if (migration.replaces) await recordReplacement(connection, migration)
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
  const migrations = await readMigrations(directory)
  const known = new Set(
    [...migrations, ...migrations.flatMap(({ replaces }) => replaces?.migrations ?? [])].map(
      ({ name }) => name,
    ),
  )
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

/** A newer release may have applied more; what both have must be the same, in the same order. */
function pendingOf(migrations: Migration[], recorded: MigrationRecord[]): Migration[] {
  const unfinished = recorded.find(({ finished_at }) => !finished_at)
  if (unfinished)
    throw new MigrationError(
      `Migration ${unfinished.migration_name} was begun and not finished by 'prisma migrate'. Repair the database, then run 'prisma migrate resolve'.`,
    )
  const records = migrations.reduce(withReplacement, recorded)
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

/** One record of the migration for those of all that it replaces. */
function withReplacement(
  records: MigrationRecord[],
  { name, checksum, replaces }: Migration,
): MigrationRecord[] {
  if (!replaces) return records
  const { commit, migrations } = replaces
  const isReplaced = (record: MigrationRecord): boolean =>
    migrations.some((one) => one.name === record.migration_name)
  const first = records.find(isReplaced)
  if (!first) return records
  const lacking = migrations.filter(
    (one) =>
      !records.some((record) => record.migration_name === one.name && record.checksum === one.checksum),
  )
  if (lacking.length > 0)
    throw new MigrationError(
      `Migration ${name} replaces ${migrations.length} others, of which the database lacks, or has otherwise: ${lacking.map((one) => one.name).join(', ')}. Check out commit ${commit}, which has them all, run 'bin/pas migrate' there, and then here again.`,
    )
  return records.flatMap((record) => {
    if (record === first) return [{ ...first, migration_name: name, checksum }]
    return isReplaced(record) ? [] : [record]
  })
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

/** The record of the last replaced migration becomes that of the one. */
async function recordReplacement(connection: Client, { name, checksum, replaces }: Migration): Promise<void> {
  const replaced = replaces?.migrations.map((one) => one.name) ?? []
  const last = replaced.pop()
  await inTransaction(connection, async () => {
    await connection.query('DELETE FROM "_prisma_migrations" WHERE migration_name = ANY ($1)', [replaced])
    await connection.query(
      'UPDATE "_prisma_migrations" SET migration_name = $1, checksum = $2 WHERE migration_name = $3',
      [name, checksum, last],
    )
  })
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
