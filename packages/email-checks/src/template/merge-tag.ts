import type { CheckedHtml } from '../checked-html'
import type { Fault, Rule } from '../rule'
import type { Span } from '../span'
import { mergeTagsIn, templateLanguages } from './merge-tags'

/** A reader sees "Hello {{first_name}}". */
export const mergeTag: Rule = {
  name: 'template/merge-tag',
  severity: 'warning',
  title: 'A placeholder of a template is in the text.',
  sources: templateLanguages,
  find: function* ({ html, subject, plainText }) {
    for (const { tag } of mergeTagsIn(subject ?? '')) yield unresolved(tag, null, 'the subject')
    if (html) yield* inTexts(html)
    for (const { tag, start } of mergeTagsIn(plainText ?? ''))
      yield unresolved(tag, { part: 'text', start, end: start + tag.length }, 'the text part')
  },
}

const unresolved = (tag: string, span: Fault['span'], place: string): Fault => ({
  what: tag,
  span,
  description: `The placeholder was not replaced in ${place}.`,
})

/** Distinct placeholders whose place is looked for: more than a rule has findings. */
const maxPlaces = 200

function* inTexts({ source, texts }: CheckedHtml): Generator<Fault> {
  const places = new Map<string, Span | null>()
  for (const { text, span } of texts) {
    const written = span ? source.slice(span.start, span.end) : ''
    let from = 0
    for (const { tag } of mergeTagsIn(text)) {
      // Equal placeholders are one finding, at the place of the first.
      if (span && !places.has(tag) && places.size < maxPlaces) {
        // Entities may make a text shorter than what is written.
        const at = written.indexOf(tag, from)
        places.set(
          tag,
          at < 0 ? span : { part: 'html', start: span.start + at, end: span.start + at + tag.length },
        )
        if (at >= 0) from = at + tag.length
      }
      yield unresolved(tag, places.get(tag) ?? span, 'the text')
    }
  }
}
