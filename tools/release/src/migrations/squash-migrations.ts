import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrations, replacesFile, type ReplacedMigrations } from '@pas/db/migration-files'
import { StackError } from '@pas/stack/progress'
import { compareMigrations } from './compare-migrations'
import { joinMigrations } from './join-migrations'

interface Squash {
  directory: string
  version: string
  /** The last one that has the migrations of today. */
  commit: string
  now: Date
  /** Default: today's migrations, one after the other. */
  sql?: string
}

/**
 * Replaces all migrations of a folder by one, to whose name it resolves. Throws a `StackError`, and changes nothing,
 * when the one does not make the same database.
 */
export async function squashMigrations({ directory, version, commit, now, sql }: Squash): Promise<string> {
  const migrations = await readMigrations(directory)
  const last = migrations.at(-1)
  if (!last || migrations.length === 1)
    throw new StackError(`There is nothing to squash: ${directory} has ${migrations.length} migrations.`)
  const name = `${timeAfter(last.name, now)}_release_${version.replaceAll('.', '_')}`
  const header = `-- Release ${version}: the migrations until ${last.name} in one.\n\n`
  const replaces: ReplacedMigrations = {
    commit,
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
  }
  const work = await mkdtemp(path.join(tmpdir(), 'pas-squash-'))
  try {
    const folder = path.join(work, name)
    await mkdir(folder)
    await writeFile(path.join(folder, 'migration.sql'), sql ?? header + joinMigrations(migrations))
    await writeFile(path.join(folder, replacesFile), `${JSON.stringify(replaces, null, 2)}\n`)
    const differences = await compareMigrations(directory, work)
    if (differences.length > 0)
      throw new StackError(
        `Nothing was changed: the one migration does not make the same database (-: only the ${migrations.length}, +: only the one):\n${differences.join('\n')}`,
      )
    await cp(folder, path.join(directory, name), { recursive: true })
    for (const migration of migrations) await rm(path.join(directory, migration.name), { recursive: true })
    return name
  } finally {
    await rm(work, { recursive: true })
  }
}

/** 14 digits in UTC, as Prisma names migrations, later than those of the last one. */
function timeAfter(last: string, now: Date): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return String(Math.max(Number(time), Number(last.slice(0, 14)) + 1))
}
