import { sources, type Source, type SourceSeries } from './sources'

const sourceByKey: ReadonlyMap<string, Source | SourceSeries> = new Map<string, Source | SourceSeries>(
  Object.entries(sources),
)
/** `HT 2020 (fonts)` before `HT 2020`. */
const longestFirst = [...sourceByKey.keys()].sort((one, other) => other.length - one.length)

/** Begins the second part of `caniemail css-margin, 2019; css-padding, 2019`. */
const nextFeature = /^(?:and )?(?=(?:css|html|image)-[a-z])/
/** When we saw it ourselves: no source. */
const remark = /^seen \d{4}-\d{2}$/

/**
 * In order, each with the citation's date, or else its own. Throws for a part without a key of `sources`: readers could
 * not look it up.
 */
export function citedSources(citation: string): Source[] {
  return partsOf(citation).map((part) => {
    const source = findSource(part)
    if (source === null) throw new Error(`sources.ts has no source for "${part}"`)
    return source
  })
}

/** The first address of a citation. Never throws, because a report of changes must not fail for an unknown source. */
export function findSourceUrl(citation: string): string | null {
  for (const part of partsOf(citation)) {
    const url = findSource(part)?.url ?? null
    if (url !== null) return url
  }
  return null
}

const partsOf = (citation: string): string[] =>
  citation
    .split('; ')
    .filter((part) => !remark.test(part))
    .map((part) => part.replace(nextFeature, 'caniemail '))

function findSource(part: string): Source | null {
  for (const key of longestFirst) {
    if (!part.startsWith(key)) continue
    const afterKey = part.slice(key.length)
    const source = sourceByKey.get(key)
    const endsInWord = /^[a-z\d]/i.test(afterKey)
    if (source === undefined || endsInWord) continue
    if (!('member' in source))
      return { title: source.title, url: source.url, date: dateIn(afterKey) ?? source.date }
    const [matched = '', member] = source.member.exec(afterKey) ?? []
    if (member === undefined) continue
    const fill = (text: string): string => text.replaceAll('$1', () => member)
    const url = source.url === null ? null : fill(source.url)
    return { title: fill(source.title), url, date: dateIn(afterKey.slice(matched.length)) ?? source.date }
  }
  return null
}

function dateIn(text: string): string | null {
  return /\b(?:19|20)\d{2}(?:-\d{2}){0,2}\b(?![.\d])/.exec(text)?.[0] ?? null
}
