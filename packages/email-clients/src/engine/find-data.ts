import { detectLinks, type DetectedLink } from './detect-links'

export interface DetectedData {
  kind: DetectedLink['kind'] | DetectedEvent['kind']
  start: number
  end: number
  href: string | null
}

/** In order. If two overlap, the first is kept. */
export function findData(text: string): DetectedData[] {
  const events = detectEvents(text).map((event) => ({ ...event, href: null }))
  const data: DetectedData[] = [...detectLinks(text), ...events].sort((one, other) => one.start - other.start)
  let lastEnd = 0
  return data.filter(({ start, end }) => {
    if (start < lastEnd) return false
    lastEnd = end
    return true
  })
}

interface DetectedEvent {
  kind: 'date' | 'flight'
  start: number
  end: number
}

const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun'
const month =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec'
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const year = String.raw`(?:19|20)\d{2}`
const time = String.raw`(?:,? (?:at )?\d{1,2}(?::\d{2})? ?(?:[ap]m\b|[ap]\.m\.)|,? (?:at )?\d{1,2}:\d{2})`
const date = [
  String.raw`(?:(?:${weekday})\.?,? )?(?:${month})\.? ${day}\b(?:,? ${year}\b)?`,
  String.raw`(?:(?:${weekday})\.?,? )?${day} (?:of )?(?:${month})\b\.?(?:,? ${year}\b)?`,
  String.raw`(?:(?:${weekday}),? )?\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b`,
  String.raw`\d{4}-\d{2}-\d{2}\b`,
].join('|')
// A weekday without a date, or a word such as `today`, counts only together with a time.
const soon = String.raw`(?:(?:this|next) )?(?:${weekday}|today|tomorrow|tonight)\b${time}`
const flight = String.raw`flight (?:number |no\.? )?[A-Z][A-Z\d] ?\d{1,4}\b`

// The length of every part is limited, so the time is linear in the length of the text.
const detector = new RegExp(
  String.raw`(?<![\w@./-])(?:(?<date>(?:${date})${time}?|${soon})|(?<flight>${flight}))`,
  'gi',
)

/**
 * Days with or without times, and flights, in English. Engineering default: which texts are dates; Apple's
 * data detectors know many languages.
 */
function detectEvents(text: string): DetectedEvent[] {
  if (!/\d/.test(text)) return []
  return [...text.matchAll(detector)].map((match) => ({
    kind: match.groups?.flight === undefined ? 'date' : 'flight',
    start: match.index,
    end: match.index + match[0].length,
  }))
}
