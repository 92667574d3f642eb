import type { usageBody } from '@pas/api-contract/usage'
import type { UsageDay } from '@pas/captures/list-usage'
import { invalidField } from '@pas/runtime/errors'
import { z } from 'zod'
import { endUserId } from '../emails/schema'
import { decodeCursor, encodeCursor } from '../http/list-cursor'

/** Postgres refuses the year 0, which ISO 8601 allows. */
const day = z.iso
  .date('must be a day, as 2026-11-01')
  .refine((text) => text >= '2000-01-01', 'must not be before 2000-01-01')

export const usageQuery = z.object({
  from: day.optional().meta({
    description: 'The first day (UTC); 30 days before `to` when it is left out.',
    examples: ['2026-11-01'],
  }),
  to: day
    .optional()
    .meta({ description: 'The last day (UTC); today when it is left out.', examples: ['2026-11-30'] }),
  group: z.enum(['day', 'end_user_id'], 'must be day or end_user_id').optional().meta({
    description: 'How use is split: by `day`, as when it is left out, or each day also by `end_user_id`.',
  }),
  after: z
    .string('must be given once')
    .optional()
    .meta({ description: 'The cursor in the `Link` of the answer before, which has the whole address.' }),
})

/** Days are `YYYY-MM-DD` in UTC; both are included. */
export interface WantedUsage {
  from: string
  to: string
  byEndUser: boolean
  /** Last row of the page before; null for the first page. */
  after: Pick<UsageDay, 'day' | 'endUserId'> | null
}

/** More rows would keep the process's other requests waiting. */
export const maxUsageRows = 10_000
const maxDays = 366
const defaultDaysBefore = 30
const dayMs = 24 * 60 * 60 * 1000

/** Throws a 400 that names the parameter at fault. */
export function parseUsageQuery(query: unknown, accountId: number, now: Date): WantedUsage {
  const { group, after, ...sent } = usageQuery.parse(query)
  const to = sent.to ?? dayOf(now.getTime())
  const from = sent.from ?? dayOf(Date.parse(to) - defaultDaysBefore * dayMs)
  if (from > to) throw invalidField(`from: must not be after to (${to}).`, { field: 'from' })
  if (Date.parse(to) - Date.parse(from) >= maxDays * dayMs)
    throw invalidField(`from: must be less than ${maxDays} days before to (${to}).`, {
      field: 'from',
      code: 'out_of_range',
    })
  const byEndUser = group === 'end_user_id'
  return { from, to, byEndUser, after: after === undefined ? null : readAfter(after, accountId, byEndUser) }
}

const positionSchema = z.tuple([day, endUserId.nullable()])

function readAfter(cursor: string, accountId: number, byEndUser: boolean): WantedUsage['after'] {
  const [day, endUserId] = decodeCursor(cursor, listOf(accountId, byEndUser), positionSchema, 'after')
  return { day, endUserId }
}

/** The value of `Link` (RFC 8288). Names the days, because `to` is today by default. */
export function linkToNext(
  instantUrl: string,
  accountId: number,
  { from, to, byEndUser }: WantedUsage,
  last: Pick<UsageDay, 'day' | 'endUserId'>,
): string {
  const group = byEndUser ? 'end_user_id' : 'day'
  const after = encodeCursor(listOf(accountId, byEndUser), [last.day, last.endUserId])
  return `<${instantUrl}/usage?${new URLSearchParams({ from, to, group, after }).toString()}>; rel="next"`
}

const listOf = (accountId: number, byEndUser: boolean): string =>
  `usage ${accountId}${byEndUser ? ' end_user_id' : ''}`

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const usageResponse = (
  used: readonly UsageDay[],
  { byEndUser }: Pick<WantedUsage, 'byEndUser'>,
): z.output<typeof usageBody> =>
  used.map(({ day: on, endUserId, emails, captures, capturesWithoutCredential, effectPictures }) => ({
    day: on,
    ...(byEndUser && { end_user_id: endUserId }),
    emails,
    captures,
    captures_without_credential: capturesWithoutCredential,
    effect_pictures: effectPictures,
  }))
