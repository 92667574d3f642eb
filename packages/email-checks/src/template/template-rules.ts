import type { CheckedEmail } from '../checked-email'
import { attributeSpan, tagSpan, type CheckedHtml } from '../checked-html'
import { nearest } from '../nesting'
import type { Finding, Rule } from '../rule'
import type { Span } from '../span'
import { mergeTagInAddress, mergeTagsIn, templateLanguages } from './merge-tags'
import { isMjml } from './mjml'

export const mjml: Rule = {
  name: 'template/mjml',
  severity: 'error',
  title: 'The email is MJML, not HTML.',
  sources: [{ title: 'MJML', url: 'https://github.com/mjmlio/mjml#command-line-interface' }],
  find: function* ({ html }) {
    if (!html || !isMjml(html.source)) return
    const [root] = html.named('mjml')
    yield {
      what: '<mjml>',
      span: root ? tagSpan(root) : null,
      description: 'No email client can show MJML; compile it to HTML first.',
    }
  },
}

const mergeTag: Rule = {
  name: 'template/merge-tag',
  severity: 'warning',
  title: 'A placeholder of a template is in the text.',
  sources: templateLanguages,
  isOneRow: true,
  find: function* ({ html, subject, plainText }) {
    for (const { tag } of mergeTagsIn(subject ?? '')) yield findingOf(tag, null, 'the subject')
    if (html) yield* findInTexts(html)
    for (const { tag, start } of mergeTagsIn(plainText ?? ''))
      yield findingOf(tag, { part: 'text', start, end: start + tag.length }, 'the text part')
  },
}

const findingOf = (tag: string, span: Finding['span'], place: string): Finding => ({
  what: tag,
  span,
  description: `The placeholder was not replaced in ${place}.`,
})

/** More than a rule may have findings. */
const maxPlaces = 200

function* findInTexts({ source, texts }: CheckedHtml): Generator<Finding> {
  const places = new Map<string, Span | null>()
  const isCode = nearest(({ tagName }) => (tagName === 'pre' || tagName === 'code' ? true : undefined))
  for (const { text, span, parent } of texts) {
    // There, such text is meant.
    if (isCode(parent)) continue
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
      yield findingOf(tag, places.get(tag) ?? span, 'the text')
    }
  }
}

const addressMergeTag: Rule = {
  name: 'template/merge-tag-in-address',
  severity: 'error',
  title: 'A placeholder of a template is in an address.',
  sources: templateLanguages,
  isOneRow: true,
  find: function* ({ html }) {
    for (const element of html?.elements ?? [])
      for (const { name, value } of element.attrs) {
        if (!/^(?:href|src|background|action|poster|srcset)$/.test(name)) continue
        const tag = mergeTagInAddress(value)
        if (tag === null) continue
        yield {
          what: tag,
          span: attributeSpan(element, name),
          description: `The placeholder is in the ${name} of <${element.tagName}>.`,
        }
      }
  },
}

export const templateRules: readonly Rule[] = [mjml, mergeTag, addressMergeTag]

const maxPlaceholders = 200

/** What a template language replaces, each once. */
export const placeholdersIn = (email: CheckedEmail): string[] =>
  [
    ...new Set([mergeTag, addressMergeTag].flatMap(({ find }) => [...find(email)].map(({ what }) => what))),
  ].slice(0, maxPlaceholders)
