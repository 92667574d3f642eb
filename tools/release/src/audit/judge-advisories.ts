import { z } from 'zod'

/** A security advisory of the registry for versions of a package that runs. */
export interface Advisory {
  /** GitHub's identifier, `GHSA-…`. */
  id: string
  severity: string
  name: string
  versions: string
  title: string
}

/** The content of `docs/audit-exceptions.json`: the advisories that do not matter here, each until a day. */
export const auditExceptions = z.array(
  z.strictObject({
    /** The advisory's identifier. */
    id: z.string().startsWith('GHSA-'),
    /** Why the advisory does not matter here. */
    because: z.string().min(20),
    /**
     * The first day, `YYYY-MM-DD` in UTC, on which the exception no longer counts and a maintainer has to look again.
     */
    until: z.iso.date(),
  }),
)

/**
 * One line for each problem: an advisory without a current exception, an exception past its day, and an exception for
 * which there is no advisory. `today` is `YYYY-MM-DD` in UTC.
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
