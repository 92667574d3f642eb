import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../../..')

interface OwnedTable {
  owner: string
  /** Other packages whose statements reach it with their own tables. */
  besides?: string
  table: string
  /** The folders in which no other code reaches the table. */
  folders: string
  /**
   * Code that reaches the table contains Prisma's delegate, a relation through which Prisma reads or writes, or SQL of
   * its own.
   */
  reaches: RegExp[]
  /** Lines that reach it. */
  examples: string[]
}

const owned: OwnedTable[] = [
  {
    owner: 'captures',
    table: 'previews',
    folders: '{packages,services,tools,bin}',
    reaches: [
      /\.preview\s*\.\s*(find|create|update|upsert|delete|count|aggregate|groupBy)/,
      /\bpreviews\s*:\s*\{\s*(create|connect|update|upsert|delete|set)/i,
      /\b(FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING)\s+"?previews"?\b/,
    ],
    examples: [
      'await db.preview.update({',
      'db.preview\n  .deleteMany()',
      '`UPDATE previews SET status = 1`',
      'INSERT INTO "previews" (id)',
      'DELETE FROM\n  previews p',
      'data: { previews: { create: [row] } }',
    ],
  },
  {
    owner: 'checks',
    // An engine's load, usage and removals are of previews and checks together.
    besides: 'captures',
    table: 'email_checks',
    folders: '{packages,services,tools,bin,bench}',
    reaches: [
      /\.emailCheck\s*\.\s*(find|create|update|upsert|delete|count|aggregate|groupBy)/,
      /\b(FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING)\s+"?email_checks"?\b/,
    ],
    examples: ['await db.emailCheck.update({', '`UPDATE email_checks SET status = 1`'],
  },
  {
    owner: 'emails',
    table: 'emails',
    folders: '{packages,services,tools,bin,bench}',
    reaches: [
      /\.email\s*\.\s*(find|create|update|upsert|delete|count|aggregate|groupBy)/,
      /\binclude:\s*\{[^}]*\bemail:\s*(true|\{)/,
      /\bemail:\s*\{\s*(is|isNot|create|connect|update|expiresAt|contentErasedAt|assetsDueAt)\b/,
      /\bemails\s*:\s*\{\s*(some|every|none|create|connect|update|upsert|delete|set)/i,
      /\b(FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING)\s+"?emails"?\b/,
      // Their meaning is in the fragments that a statement on another table takes from the owner.
      /\b(content_erased_at|assets_due_at)\b/,
    ],
    examples: [
      'await transaction.email.count({',
      'db.email\n  .findMany()',
      'include: { content: true, email: true }',
      'where: { email: { expiresAt: { gt: now } } }',
      'where: { emails: { some: {} } }',
      '`DELETE FROM emails WHERE id = 1`',
      'JOIN "emails" e',
      'WHERE ${emailRows}.content_erased_at IS NULL',
    ],
  },
]

/** Loads millions of rows, which only statements of its own can. */
const bulkLoader = 'bench/scale/load-rows.ts'

const filesOf = ({ owner, besides = owner, folders }: OwnedTable): string[] =>
  globSync(`${folders}/**/*.{ts,tsx,mjs,cjs,js}`, {
    cwd: root,
    exclude: (name) =>
      ['node_modules', 'dist', 'generated', 'tests', 'demo'].includes(path.basename(String(name))),
  })
    .filter((file) => file !== bulkLoader)
    .filter((file) => !new RegExp(`\\.test\\.ts$|^packages/(${owner}|${besides}|testing)/`).test(file))

const reaching = ({ reaches }: OwnedTable, text: string): boolean =>
  reaches.some((pattern) => pattern.test(text))

describe.each(owned)('packages/$owner', (table) => {
  it(`alone reads and writes the table ${table.table}`, () => {
    const files = filesOf(table)
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => reaching(table, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  })

  it.each(table.examples)('is not bypassed unnoticed by: %s', (text) => {
    expect(reaching(table, text)).toBe(true)
  })
})
