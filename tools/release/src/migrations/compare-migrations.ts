import { migrate } from '@pas/db/migrate'
import { withThrowAwayPostgres } from './throw-away-postgres'

/**
 * Applies the migrations of two folders to an empty server each. Resolves to the lines that one has alone: of the
 * schema with its rights, of rows, and of roles, as pg_dump writes them.
 */
export async function compareMigrations(directory: string, other: string): Promise<string[]> {
  const first = await dumpEffect(directory)
  const second = await dumpEffect(other)
  if (first.join('\n') === second.join('\n')) return []
  const alone = [
    ...first.filter((line) => !second.includes(line)).map((line) => `- ${line}`),
    ...second.filter((line) => !first.includes(line)).map((line) => `+ ${line}`),
  ]
  return alone.length > 0 ? alone : ['the same lines in another order']
}

/** Roles belong to the whole server, hence a server for each. */
function dumpEffect(directory: string): Promise<string[]> {
  return withThrowAwayPostgres(async ({ url, run }) => {
    await migrate(url, directory)
    const records = '--exclude-table=_prisma_migrations'
    const dumps = [
      await run('pg_dump', '--schema-only', records, url),
      await run('pg_dump', '--data-only', '--inserts', records, url),
      await run('pg_dumpall', '--roles-only', '--no-role-passwords', '--dbname', url),
    ]
    // `\restrict` has a random word.
    return dumps.flatMap((dump) => dump.split('\n')).filter((line) => !/^\\(un)?restrict /.test(line))
  })
}
