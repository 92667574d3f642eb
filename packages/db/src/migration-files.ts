import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Migration {
  name: string
  sql: string
  /** SHA-256 of `sql`, as Prisma records it. */
  checksum: string
  replaces: ReplacedMigrations | null
}

/** The content of `replaces.json` beside a `migration.sql` that has the effect of older migrations. */
export interface ReplacedMigrations {
  /** The last commit that has them. */
  commit: string
  /** In their order, at least one. */
  migrations: Pick<Migration, 'name' | 'checksum'>[]
}

export const replacesFile = 'replaces.json'
export const migrationsDirectory = path.resolve(__dirname, '../../../prisma/migrations')

/** In the order in which they are applied. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, replaces: await readReplaced(path.join(directory, name, replacesFile)) }
    }),
  )
}

async function readReplaced(file: string): Promise<ReplacedMigrations | null> {
  if (!existsSync(file)) return null
  return JSON.parse(await readFile(file, 'utf8')) as ReplacedMigrations
}
