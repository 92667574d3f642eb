import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../../..')

/**
 * Code that accesses the table contains Prisma's delegate, a relation through which Prisma writes, or SQL of our own.
 */
const reaches = [
  /\.preview\s*\.\s*(find|create|update|upsert|delete|count|aggregate|groupBy)/,
  /\bpreviews\s*:\s*\{\s*(create|connect|update|upsert|delete|set)/i,
  /\b(FROM|JOIN|INTO|UPDATE|TABLE|ONLY)\s+"?previews"?\b/,
]

/** The one exception: reads when captures were made, for an account's usage, and no state. */
const readers = ['packages/accounts/src/list-usage.ts']

const sources = globSync('{packages,services,tools,bin}/**/*.{ts,tsx,mjs,cjs,js}', {
  cwd: root,
  exclude: (name) =>
    ['node_modules', 'dist', 'generated', 'tests', 'demo'].includes(path.basename(String(name))),
}).filter((file) => !/\.test\.ts$|^packages\/(captures|testing)\//.test(file))

const reaching = (text: string): boolean => reaches.some((pattern) => pattern.test(text))

describe('packages/captures', () => {
  it('alone reads and writes the table previews', () => {
    expect(sources.length).toBeGreaterThan(300)
    const files = sources.filter((file) => reaching(readFileSync(path.join(root, file), 'utf8')))
    expect(files.sort()).toEqual(readers)
  })

  it.each([
    'await db.preview.update({',
    'db.preview\n  .deleteMany()',
    '`UPDATE previews SET status = 1`',
    'INSERT INTO "previews" (id)',
    'DELETE FROM\n  previews p',
    'data: { previews: { create: [row] } }',
  ])('is not bypassed unnoticed by: %s', (text) => {
    expect(reaching(text)).toBe(true)
  })

  it('allows the listed readers no write', () => {
    for (const file of readers)
      expect(readFileSync(path.join(root, file), 'utf8')).not.toMatch(/\b(UPDATE|INSERT|DELETE)\b/)
  })
})
