import { defineConfig } from 'prisma/config'

/**
 * Prisma's own CLI is an authoring tool here (`prisma migrate dev`, `prisma generate`); the product applies
 * `prisma/migrations` by itself (packages/db/src/migrate.ts), so a deployment needs no Prisma engine.
 */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/pas' },
})
