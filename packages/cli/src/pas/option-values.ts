import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

/** Postgres' `integer`, which every id of an account or a user is. */
const maxId = 2_147_483_647

/** An account's or a user's id. */
export function integerId(text: string): number {
  const id = Number(text)
  if (/^\d{1,10}$/.test(text) && id >= 1 && id <= maxId) return id
  throw new InvalidArgumentError('An id is a whole number.')
}

/** How many of something. */
export function positiveCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count >= 1) return count
  throw new InvalidArgumentError('Give a whole number above 0.')
}

/** An option that may be given several times. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text]
}

const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** A moment as ISO 8601 writes it; a day begins at midnight UTC. */
export function moment(text: string): Date {
  if (isoTime.safeParse(text).success) return new Date(text)
  throw new InvalidArgumentError('Give a time such as 2026-01-31 or 2026-01-31T09:30:00Z.')
}
