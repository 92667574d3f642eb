import { createHash, randomBytes } from 'node:crypto'
import { openDatabase, type Database } from '@pas/db/database'
import { migrate } from '@pas/db/migrate'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { testVariable } from './test-environment'

export type ServiceRole = 'pas_worker' | 'pas_board' | 'pas_images'

/** Each test file has its own, cloned from the migrated template. */
export interface TestDatabase {
  url: string
  db: Database
  makeUrlOf(role: ServiceRole): Promise<string>
  close(): Promise<void>
}

const migrationsDirectory = path.resolve(__dirname, '../../../prisma/migrations')

export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  if (migrated) await ensureTemplateDatabase()
  const name = `pas_test_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) =>
    admin.query(`CREATE DATABASE "${name}" ${migrated ? `TEMPLATE "${templateName()}"` : ''}`),
  )
  const url = databaseUrl(name)
  const db = openDatabase({ url, poolMax: 10 })
  const roles: string[] = []
  return {
    url,
    db,
    makeUrlOf: async (role) => {
      const roleUrl = new URL(url)
      roleUrl.username = `${name}_${role}`
      roleUrl.password = randomBytes(12).toString('hex')
      await asAdmin((admin) =>
        admin.query(`CREATE ROLE "${roleUrl.username}" LOGIN PASSWORD '${roleUrl.password}' IN ROLE ${role}`),
      )
      roles.push(roleUrl.username)
      return roleUrl.toString()
    },
    close: async () => {
      await db.$disconnect()
      await asAdmin(async (admin) => {
        await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`)
        for (const role of roles) await admin.query(`DROP ROLE "${role}"`)
      })
    },
  }
}

/** Takes an advisory lock, because several processes call it at once. */
async function ensureTemplateDatabase(): Promise<void> {
  const name = templateName()
  await asAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock(417)')
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    await admin.query(`CREATE DATABASE "${name}_new"`)
    await migrate(databaseUrl(`${name}_new`))
    await admin.query(`ALTER DATABASE "${name}_new" RENAME TO "${name}"`)
  })
}

/** A changed migration makes a new template. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(migrationsDirectory, { recursive: true, encoding: 'utf8' }).sort()) {
    if (entry.endsWith('.sql')) hash.update(entry).update(readFileSync(path.join(migrationsDirectory, entry)))
  }
  return `pas_template_${hash.digest('hex').slice(0, 12)}`
}

function databaseUrl(name: string): string {
  const url = new URL(testVariable('TEST_DATABASE_URL'))
  url.pathname = `/${name}`
  return url.toString()
}

async function asAdmin(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: testVariable('TEST_DATABASE_URL') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
