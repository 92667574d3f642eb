import { decodeQuotedPrintable } from './decode-quoted-printable'
import { decodeText } from './decode-text'

/** RFC 5545 §3.1: a content line. Parameters by their names in upper case. */
interface ContentLine {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

/** More than any invitation has. */
const maxLines = 20_000
const maxEvents = 20
/** Characters of a text. */
const maxTextLength = 20_000

const components = ['VEVENT', 'VTODO', 'VJOURNAL']

/**
 * What clients show of an iCalendar object: title, time as written, place, organizer, description. Null when it has no
 * event. `sentMethod`: where the object names none. Linear time.
 */
export function readInvitation(calendar: string, sentMethod: string): string | null {
  const { method, events } = readEvents(calendar)
  const shown = events
    .slice(0, maxEvents)
    .map((event) => describe(event, method === '' ? sentMethod.toUpperCase() : method))
  return shown.length === 0 ? null : shown.join('\n\n')
}

type Event = Map<string, ContentLine>

function readEvents(calendar: string): { method: string; events: Event[] } {
  let method = ''
  const events: Event[] = []
  // Components in one another: an alarm of an event has a description of its own.
  let inside: string[] = []
  for (const line of unfold(calendar).slice(0, maxLines)) {
    const read = readLine(line)
    if (!read) continue
    const { name, value } = read
    const component = value.trim().toUpperCase()
    if (name === 'BEGIN') {
      inside = [...inside.slice(-5), component]
      if (components.includes(component)) events.push(new Map())
    } else if (name === 'END') inside = inside.slice(0, -1)
    else if (name === 'METHOD' && inside.length < 2) method ||= component
    else if (components.includes(inside.at(-1) ?? '')) {
      const event = events.at(-1)
      if (event && !event.has(name)) event.set(name, read)
    }
  }
  return { method, events }
}

function unfold(calendar: string): string[] {
  const sent = calendar.replace(/\r?(?:\r\n|\r|\n)[ \t]/g, '').split(/\r?\n|\r/)
  const lines: string[][] = []
  for (const line of sent) {
    const pieces = lines.at(-1)
    // vCalendar 1.0: a soft break of quoted-printable.
    if (pieces?.at(-1)?.endsWith('=') && isQuotedPrintable.test(pieces[0] ?? '')) pieces.push(line)
    else lines.push([line])
  }
  return lines.map((pieces) =>
    pieces.map((piece, at) => (at < pieces.length - 1 ? piece.slice(0, -1) : piece)).join(''),
  )
}

const isQuotedPrintable = /^[\w-]{1,100}(?:;[^:]{1,200})?;ENCODING=QUOTED-PRINTABLE[;:]/i

const lineStart = /([\w-]{1,100})([;:])/y
const parameterStart = /([\w-]{1,100})=(?:"([^"]*)"|([^;:"]*))([;:])/y

function readLine(line: string): ContentLine | null {
  lineStart.lastIndex = 0
  const [whole = '', name = '', separator] = lineStart.exec(line) ?? []
  if (whole === '') return null
  const parameters = new Map<string, string>()
  let at = whole.length
  for (let next = separator; next === ';';) {
    parameterStart.lastIndex = at
    const [text, key = '', quoted, bare = '', end] = parameterStart.exec(line) ?? []
    if (text === undefined) return null
    parameters.set(key.toUpperCase(), unescapeParameter(quoted ?? bare))
    at += text.length
    next = end
  }
  return { name: name.toUpperCase(), parameters, value: valueOf(line.slice(at), parameters) }
}

/** RFC 6868. */
const unescapeParameter = (value: string): string =>
  value.replace(/\^(['n^])/g, (_match, character: string) => ({ "'": '"', n: '\n' })[character] ?? '^')

/** vCalendar 1.0 encodes values as mail does. */
function valueOf(text: string, parameters: ContentLine['parameters']): string {
  if (parameters.get('ENCODING')?.toUpperCase() !== 'QUOTED-PRINTABLE') return text
  const bytes = decodeQuotedPrintable(Buffer.from(text))
  // Line breaks as iCalendar writes them.
  return decodeText({ bytes, charset: parameters.get('CHARSET') ?? null }).replace(/\r?\n/g, '\\n')
}

function describe(event: Event, method: string): string {
  const text = (name: string): string => unescapeText(event.get(name)?.value ?? '').trim()
  const isCancelled = method === 'CANCEL' || text('STATUS').toUpperCase() === 'CANCELLED'
  const title = `${isCancelled ? 'Cancelled: ' : ''}${text('SUMMARY')}`
  const named: [string, string][] = [
    ['When', timeOf(event)],
    ['Where', text('LOCATION')],
    ['Organizer', organizerOf(event)],
  ]
  const head = [title, ...named.map(([name, value]) => (value === '' ? '' : `${name}: ${value}`))]
  const lines = head.filter((line) => line !== '').join('\n')
  const description = text('DESCRIPTION')
  return description === '' ? lines : `${lines}\n\n${description}`
}

/** RFC 5545 §3.3.11. */
const unescapeText = (value: string): string =>
  value
    .slice(0, maxTextLength)
    .replace(/\\([nN,;\\])/g, (_match, character: string) => (/n/i.test(character) ? '\n' : character))
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')

/** The date and the time as they are written, and the zone by its name: no time is converted. */
function timeOf(event: Event): string {
  const start = readTime(event.get('DTSTART'))
  if (!start) return ''
  const end = readTime(event.get('DTEND') ?? event.get('DUE'))
  const repeats = event.has('RRULE') ? ' (repeats)' : ''
  const zone = start.zone === '' ? '' : ` ${start.zone}`
  const begins = [start.date, start.time].filter((text) => text !== '').join(' ')
  if (!end) return `${begins}${zone}${durationOf(event)}${repeats}`
  // An end that is a date is the day after the last (RFC 5545 §3.6.1).
  const lastDate = end.time === '' ? dayBefore(end.date) : end.date
  if (end.time === '' && lastDate <= start.date) return `${begins}${zone}${repeats}`
  const isSameDay = end.date === start.date && end.time !== ''
  const ends = isSameDay ? end.time : [lastDate, end.time].filter((text) => text !== '').join(' ')
  const isSameZone = end.zone === start.zone
  return isSameZone
    ? `${begins} – ${ends}${zone}${repeats}`
    : `${begins}${zone} – ${ends}${end.zone === '' ? '' : ` ${end.zone}`}${repeats}`
}

/** RFC 5545 §3.3.6, as it is written. */
function durationOf(event: Event): string {
  const [, weeks, days, hours, minutes] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:\d{1,4}S)?)?$/.exec(
      event.get('DURATION')?.value.trim() ?? '',
    ) ?? []
  const counts = [[weeks, 'wk'], [days, 'd'], [hours, 'h'], [minutes, 'min']] as const // prettier-ignore
  const text = counts.flatMap(([count, unit]) => (count === undefined ? [] : [`${count} ${unit}`])).join(' ')
  return text === '' ? '' : ` (${text})`
}

interface Time {
  date: string
  /** Empty for a whole day. */
  time: string
  zone: string
}

function readTime(line: ContentLine | undefined): Time | null {
  const [, year, month, day, hour, minute, second = '00', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(line?.value.trim() ?? '') ?? []
  if (!line || year === undefined || month === undefined || day === undefined) return null
  const zone = utc === undefined ? (line.parameters.get('TZID') ?? '') : 'UTC'
  return {
    date: `${year}-${month}-${day}`,
    time: hour === undefined ? '' : `${hour}:${minute}${second === '00' ? '' : `:${second}`}`,
    zone: hour === undefined || zone === '' ? '' : unescapeText(zone),
  }
}

function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : new Date(time - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

function organizerOf(event: Event): string {
  const organizer = event.get('ORGANIZER')
  if (!organizer) return ''
  const address = unescapeText(organizer.value.trim().replace(/^mailto:/i, ''))
  const name = unescapeText(organizer.parameters.get('CN') ?? '').trim()
  return name === '' || name === address ? address : `${name} <${address}>`
}
