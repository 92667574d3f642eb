import type { Migration } from '@pas/db/migration-files'

/** A function with the comment before it. `add_webhook_messages` is one that is changed by making it anew. */
const functionStatement =
  /(?:^--.*\n)*^CREATE (?:OR REPLACE )?FUNCTION "(\w+)"\(.*\n(?:.*\n)*?^(?:END|END;)\n\$\$;\n/gm

/** One after the other; a function that is made several times stands once, where it was first, as it was last. */
export function joinMigrations(migrations: readonly Pick<Migration, 'sql'>[]): string {
  const sql = migrations.map((migration) => `${migration.sql.trim()}\n`).join('\n')
  const last = new Map<string, string>()
  for (const [text, name = ''] of sql.matchAll(functionStatement)) last.set(name, text)
  const seen = new Set<string>()
  return sql
    .replace(functionStatement, (text: string, name: string) => {
      if (seen.has(name)) return ''
      seen.add(name)
      const [comment = ''] = /^(?:--.*\n)*/.exec(text) ?? []
      const statement = (last.get(name) ?? text).replace(/^(?:--.*\n)*CREATE (?:OR REPLACE )?/, '')
      return `${comment}CREATE ${statement}`
    })
    .replace(/\n{3,}/g, '\n\n')
}
