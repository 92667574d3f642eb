import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import type { Prisma } from '@pas/db/database'

/** How many of an engine's previews are not captured, by how far they are. */
export interface CaptureCount {
  engine: string
  waiting: number
  capturing: number
  failed: number
}

/** Every engine of the catalogue, and any other that a row names, by name. */
export async function countCaptures({ db }: { db: Prisma.TransactionClient }): Promise<CaptureCount[]> {
  const engines = [...new Set(emailClients.map(({ engine }) => engine))]
  return db.$queryRaw<CaptureCount[]>`
    SELECT engine, count(*) FILTER (WHERE status = 'pending')::int AS waiting,
           count(*) FILTER (WHERE status = 'capturing')::int AS capturing,
           count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM (SELECT engine, status FROM previews WHERE status IN ('pending', 'capturing', 'failed')
             UNION ALL
            SELECT unnest(${engines}::text[]), NULL) AS previews
     GROUP BY engine ORDER BY engine`
}
