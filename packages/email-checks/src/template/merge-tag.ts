import type { CheckedEmail } from '../checked-email'
import type { Fault, Rule } from '../rule'
import { mergeTagsIn, templateLanguages } from './merge-tags'

/** A reader sees "Hello {{first_name}}". */
export const mergeTag: Rule = {
  name: 'template/merge-tag',
  severity: 'warning',
  title: 'A placeholder of a template is in the text.',
  sources: templateLanguages,
  find: function* (email) {
    const { html, subject, plainText } = email
    for (const { tag } of mergeTagsIn(subject ?? '')) yield unresolved(tag, null, 'the subject')
    for (const { text, span } of html?.texts ?? [])
      for (const { tag } of mergeTagsIn(text)) yield unresolved(tag, within(email, span, tag), 'the text')
    for (const { tag, start } of mergeTagsIn(plainText ?? ''))
      yield unresolved(tag, { part: 'text', start, end: start + tag.length }, 'the text part')
  },
}

const unresolved = (tag: string, span: Fault['span'], place: string): Fault => ({
  what: tag,
  span,
  description: `The placeholder was not replaced in ${place}.`,
})

/** Where a placeholder is written within a text, whose entities may make it shorter than its source. */
function within({ html }: CheckedEmail, span: Fault['span'], tag: string): Fault['span'] {
  if (!html || !span) return span
  const at = html.source.slice(span.start, span.end).indexOf(tag)
  return at < 0 ? span : { part: 'html', start: span.start + at, end: span.start + at + tag.length }
}
