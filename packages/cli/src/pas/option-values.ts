import { maxId } from '@pas/accounts/max-id'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

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

const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** Parses an ISO 8601 time with an offset, or a date, which means its midnight in UTC. */
export function moment(text: string): Date {
  if (isoTime.safeParse(text).success) return new Date(text)
  throw new InvalidArgumentError('Give a time such as 2026-01-31 or 2026-01-31T09:30:00Z.')
}
