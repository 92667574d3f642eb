/** A stretch of text that names a day, perhaps with a time, or a flight. */
export interface DetectedEvent {
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
// A weekday alone is hardly an appointment: with a time it is.
const soon = String.raw`(?:(?:this|next) )?(?:${weekday}|today|tomorrow|tonight)\b${time}`
const flight = String.raw`flight (?:number |no\.? )?[A-Z][A-Z\d] ?\d{1,4}\b`

// Every part is bounded in length, so the time stays linear in the text's.
const detector = new RegExp(
  String.raw`(?<![\w@./-])(?:(?<date>(?:${date})${time}?|${soon})|(?<flight>${flight}))`,
  'gi',
)

/**
 * Days with or without times, and flights, in English. What exactly Apple's data detectors find is published nowhere, and they
 * know many languages: an engineering default.
 */
export function detectDates(text: string): DetectedEvent[] {
  if (!/\d/.test(text)) return []
  return [...text.matchAll(detector)].map((match) => ({
    kind: match.groups?.flight === undefined ? 'date' : 'flight',
    start: match.index,
    end: match.index + match[0].length,
  }))
}
