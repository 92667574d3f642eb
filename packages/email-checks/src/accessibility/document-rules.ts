import { findAttribute, textOf } from '@pas/email-clients/engine/html-tree'
import { declared, fixByAttribute, tagSpan } from '../checked-html'
import { nearest, nestingIn } from '../nesting'
import type { Rule } from '../rule'
import { htmlStandard, wcag } from '../sources'

export const language: Rule = {
  name: 'accessibility/language',
  severity: 'warning',
  title: 'The email does not say which language it is in.',
  sources: [wcag('3.1.1', 'language-of-page')],
  find: function* ({ html }) {
    if (html === null) return
    if (languageOf(html.root) !== null) return
    // Many clients drop `<html>`: a language on an element around the whole content serves as well.
    const inner = html.elements.find((element) => element.tagName !== 'html' && languageOf(element) !== null)
    const isWithin = nestingIn(html.root)
    if (inner && html.texts.every(({ parent, isHidden }) => isHidden || isWithin(parent, inner))) return
    const written = findAttribute(html.root, 'lang')
    const elsewhere = findAttribute(html.root, 'xml:lang')?.trim() ?? (inner && languageOf(inner))
    yield {
      what: '<html>',
      span: tagSpan(html.root),
      description:
        written?.trim() === 'und'
          ? 'The lang of <html> is "und", which means that the language is not known.'
          : 'The <html> element has no lang.',
      ...(elsewhere &&
        written === null &&
        fixByAttribute(
          html.root,
          `lang="${elsewhere.replace(/[^\w-]/g, '')}"`,
          'Adds the language that the email names elsewhere.',
        )),
    }
  },
}

/** Null for none, and for `und`: undetermined (BCP 47). */
function languageOf(element: Parameters<typeof findAttribute>[0]): string | null {
  const lang = findAttribute(element, 'lang')?.trim() ?? ''
  return lang === '' || lang === 'und' ? null : lang
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/g
const letters = /\p{L}/gu

export const direction: Rule = {
  name: 'accessibility/direction',
  severity: 'warning',
  title: 'A text that is read from right to left does not say so.',
  sources: [htmlStandard('dom', 'the-dir-attribute')],
  find: function* ({ html }) {
    const isSaid = nearest((element) =>
      /^(?:rtl|auto)$/i.test(findAttribute(element, 'dir') ?? '') || declared(element, 'direction') === 'rtl'
        ? true
        : undefined,
    )
    for (const { text, parent, span, isHidden } of html?.texts ?? []) {
      const fromRight = isHidden ? 0 : (text.match(rightToLeft)?.length ?? 0)
      if (fromRight === 0 || fromRight * 2 < (text.match(letters)?.length ?? 0)) continue
      if (isSaid(parent)) continue
      yield {
        what: text.trim().slice(0, 80),
        span,
        description: 'No element around this text has dir="rtl".',
      }
    }
  },
}

export const title: Rule = {
  name: 'accessibility/title',
  // Only a page in a browser is named by it; in an email client the subject names the email.
  severity: 'note',
  title: 'The email has no title.',
  sources: [wcag('2.4.2', 'page-titled')],
  find: function* ({ html }) {
    if (html === null) return
    const titles = html.named('title')
    if (titles.some((element) => textOf(element).trim() !== '')) return
    const [empty] = titles
    yield {
      what: '<title>',
      span: tagSpan(empty ?? html.head),
      description: empty ? 'The <title> is empty.' : 'There is no <title> in the <head>.',
    }
  },
}
