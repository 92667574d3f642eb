import { detectDates, type DetectedEvent } from './detect-dates'
import { detectLinks, type DetectedLink } from './detect-links'

/** A stretch of text that names something. */
export interface DetectedData {
  kind: DetectedLink['kind'] | DetectedEvent['kind']
  start: number
  end: number
  /** Its address. Null for a day or a flight, which has none. */
  href: string | null
}

/** Finds all data of a text, in its order. If two overlap, the first is kept. */
export function findData(text: string): DetectedData[] {
  const dates = detectDates(text).map((event) => ({ ...event, href: null }))
  const found: DetectedData[] = [...detectLinks(text), ...dates].sort((one, other) => one.start - other.start)
  let at = 0
  return found.filter(({ start, end }) => {
    if (start < at) return false
    at = end
    return true
  })
}
