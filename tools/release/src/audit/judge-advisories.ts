import { z } from 'zod'

/** What the registry knows against a version of a package. */
export interface Advisory {
  /** GitHub's name of it, GHSA-… */
  id: string
  severity: string
  name: string
  versions: string
  title: string
}

/** The content of `docs/audit-exceptions.json`. */
export const auditExceptions = z.array(
  z.strictObject({
    /** The advisory's. */
    id: z.string().startsWith('GHSA-'),
    /** Why it does not matter here. */
    because: z.string().min(20),
    /** From this day on, as YYYY-MM-DD in UTC, somebody has to look again. */
    until: z.iso.date(),
  }),
)

/** A line for each thing that is wrong: what is not explained, an explanation that is out of date, one that nothing needs. */
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
      .map(({ id, until }) => `${id}: its explanation was good until ${until}`),
    ...exceptions
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `${id}: nothing needs its explanation any more`),
  ]
}
