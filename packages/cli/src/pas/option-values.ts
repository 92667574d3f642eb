import { maxId } from '@pas/accounts/max-id'
import { InvalidArgumentError } from 'commander'

/** Parses the id of an account or a user. */
export function integerId(text: string): number {
  const id = Number(text)
  if (/^\d{1,10}$/.test(text) && id >= 1 && id <= maxId) return id
  throw new InvalidArgumentError(`Give a whole number from 1 to ${maxId}.`)
}

/** Parses a count, at least 1. */
export function positiveCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count >= 1) return count
  throw new InvalidArgumentError('Give a whole number above 0.')
}

/** Collects the values of an option that may be given several times. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text]
}

/** An ISO 8601 date, or a time with an offset. Its first group is the date. */
const isoTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Parses an ISO 8601 time with an offset, or a date, which means its midnight in UTC. */
export function moment(text: string): Date {
  const date = isoTime.exec(text)?.[1]
  const time = new Date(text)
  // `Date` reads 31 April as 1 May.
  const isDay = date !== undefined && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)
  if (isDay && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('Give a time such as 2026-01-31 or 2026-01-31T09:30:00Z.')
}
