import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { afterTagName, tagSpan } from '../checked-html'
import { nestingIn } from '../nesting'
import type { Rule } from '../rule'
import { wcag } from '../sources'

/** Without it, a screen reader speaks the words in the language of its user. */
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
    const known = findAttribute(html.root, 'xml:lang')?.trim() ?? (inner && languageOf(inner))
    const at = afterTagName(html.root)
    yield {
      what: '<html>',
      span: tagSpan(html.root),
      description:
        written?.trim() === 'und'
          ? 'The lang of <html> is "und", which means that the language is not known.'
          : 'The <html> element has no lang.',
      ...(known &&
        at !== null &&
        written === null && {
          fix: {
            description: 'Adds the language that the email names elsewhere.',
            edits: [{ part: 'html', start: at, end: at, text: ` lang="${known.replace(/[^\w-]/g, '')}"` }],
          },
        }),
    }
  },
}

/** The language that an element names; null for none, and for `und`, which says that it is not known (BCP 47). */
function languageOf(element: Parameters<typeof findAttribute>[0]): string | null {
  const lang = findAttribute(element, 'lang')?.trim() ?? ''
  return lang === '' || lang === 'und' ? null : lang
}
