import { z } from 'zod'

export interface Advisory {
  /** GitHub's identifier, `GHSA-…`. */
  id: string
  severity: string
  name: string
  versions: string
  title: string
}

/** The content of `docs/audit-exceptions.json`. */
export const auditExceptions = z.array(
  z.strictObject({
    id: z.string().startsWith('GHSA-'),
    because: z.string().min(20),
    /** First day, `YYYY-MM-DD` in UTC, on which the exception no longer counts. */
    until: z.iso.date(),
  }),
)

/**
 * One line a problem: an advisory without a current exception, an expired exception, one without advisory. `today`:
 * `YYYY-MM-DD` in UTC.
 */
export function judgeAdvisories(
  advisories: readonly Advisory[],
  exceptions: z.output<typeof auditExceptions>,
  today: string,
): string[] {
  const explained = new Set(exceptions.filter(({ until }) => today < until).map(({ id }) => id))
  const known = new Set(advisories.map(({ id }) => id))
  return [
    ...advisories
      .filter(({ id }) => !explained.has(id))
      .map(({ id, severity, name, versions, title }) => `${id} ${severity}: ${name} ${versions}: ${title}`),
    ...exceptions
      .filter(({ id, until }) => known.has(id) && today >= until)
      .map(
        ({ id, until }) =>
          `${id}: its exception ended on ${until}; look at the advisory again, then extend or remove the exception`,
      ),
    ...exceptions
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `${id}: the registry reports no such advisory; remove its exception`),
  ]
}
