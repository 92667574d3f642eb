import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'

/** `at` is ISO 8601. Shows its distance from now, which is right in every time zone; the tooltip has it in UTC. */
export const Moment = ({ language, at, now }: { language: Language; at: string; now: Date }): ReactNode => (
  <time dateTime={at} title={inUtc(at)}>
    {formatDistance(language, new Date(at), now)}
  </time>
)

/** `2026-11-23 10:05 UTC`. */
const inUtc = (at: string): string => at.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC')

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `5 minutes ago`, `in 3 days`, `now`. */
function formatDistance(language: Language, at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const fitting = units.find((unit) => Math.abs(seconds) >= unit.seconds)
  if (!fitting) return format.format(0, 'second')
  const number = seconds / fitting.seconds
  // Future times are rounded, so that a link made for 7 days still ends "in 7 days" a second later.
  return format.format(number > 0 ? Math.round(number) : Math.trunc(number), fitting.unit)
}
