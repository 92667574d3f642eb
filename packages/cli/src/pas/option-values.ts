import { listedStatuses } from '@pas/accounts/listed-status'
import { maxId } from '@pas/accounts/get-account'
import { InvalidArgumentError, Option } from 'commander'

export function integerId(text: string): number {
  const id = Number(text)
  if (/^\d{1,10}$/.test(text) && id >= 1 && id <= maxId) return id
  throw new InvalidArgumentError(`Give a whole number from 1 to ${maxId}.`)
}

export function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('Give a UUID.')
}

export function positiveCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count >= 1) return count
  throw new InvalidArgumentError('Give a whole number above 0.')
}

export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text]
}

/** `Date` accepts 31 April, as 1 May. */
const isDay = (date: string): boolean => new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ?? false

const isoTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

const durations: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** ISO 8601 with an offset, a date, which means its midnight in UTC, or how long ago. */
export function moment(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (durations[unit] ?? 0))
  const date = isoTime.exec(text)?.[1]
  const time = new Date(text)
  if (date !== undefined && isDay(date) && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError(
    'Give a time such as 2026-01-31, 2026-01-31T09:30:00Z, or 90m, 2h or 7d ago.',
  )
}

export function day(text: string): string {
  if (isoTime.exec(text)?.[1] === text && isDay(text)) return text
  throw new InvalidArgumentError('Give a day such as 2026-01-31.')
}

export function rowNumber(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('Give the number of a row.')
}

const limitOf =
  (maxDigits: number) =>
  (text: string): number | 'unset' => {
    const limit = Number(text)
    if (text === 'unset') return text
    if (/^\d+$/.test(text) && text.length <= maxDigits && limit >= 1) return limit
    throw new InvalidArgumentError(`Give a whole number above 0, of at most ${maxDigits} digits, or 'unset'.`)
  }

/** `unset`, because commander takes null for an option without a value. */
export const limitValue = limitOf(9)

/** 15 digits stay below 2^53. */
export const bytesLimitValue = limitOf(15)

export const statusOption = (choices: readonly string[] = listedStatuses): Option =>
  new Option('--status <status>', 'only those with this status').choices(choices)

export const option = <T>(flags: string, about: string, parse?: (text: string, before: T) => T): Option =>
  parse ? new Option(flags, about).argParser(parse) : new Option(flags, about)

export const required: typeof option = (flags, about, parse) =>
  option(flags, about, parse).makeOptionMandatory()

export const sinceOption = (what: string): Option =>
  option('--since <time>', `only those ${what} since this time, e.g. 2026-01-31T09:30:00Z or 2h`, moment)

export const accountOption = (about = 'only those of this account'): Option =>
  option('--account <id>', about, integerId)
