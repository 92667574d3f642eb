import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { tagSpan, type CheckedHtml } from '../checked-html'
import { picturesOf } from '../images/picture'
import type { Rule } from '../rule'
import type { Span } from '../span'
import { graphemesOf, hasWords, preheaderPieces, preheaderSource } from '../subject/preheader'
import { isNavigation } from '../subject/preheader-navigation'
import { inboxLineOf, inboxSources } from './inbox-lines'

const subjectCut: Rule = {
  name: 'inbox/subject-cut',
  severity: 'note',
  title: 'An inbox shows only the beginning of the subject.',
  sources: inboxSources.slice(1),
  find: function* ({ subject, emailClients }) {
    const characters = graphemesOf(subject?.trim() ?? '')
    const cut = new Map<number, string[]>()
    for (const emailClient of emailClients) {
      const shown = inboxLineOf(emailClient)?.subject ?? null
      if (shown === null || characters.length <= shown) continue
      cut.set(shown, [...(cut.get(shown) ?? []), emailClient.code])
    }
    for (const [shown, clients] of [...cut].sort(([one], [other]) => one - other)) {
      const text = characters.slice(0, shown).join('').trimEnd()
      yield {
        what: `${text}…`,
        span: null,
        description: `About ${shown} of its ${characters.length} characters are shown.`,
        detail: { shown, characters: characters.length },
        clients,
      }
    }
  },
}

const describeLeak = ({ kind, words }: WordsAfter): string | null => {
  if (isNavigation(words.slice(0, 120))) return 'a link for those who cannot read the email'
  if (kind === 'hidden') return 'text that is hidden in the email'
  return kind === 'alt' ? 'the alternative text of a picture' : null
}

/**
 * Filler, such as many `&#847;&zwnj;&nbsp;`, keeps other text out. A note, because no client publishes which texts its
 * list reads.
 */
const preheaderLeaks: Rule = {
  name: 'inbox/preheader-leaks',
  severity: 'note',
  title: 'Behind the preheader, an inbox shows what is not meant to be read there.',
  sources: [preheaderSource, ...inboxSources.slice(0, 1)],
  find: function* ({ html, emailClients }) {
    if (html === null) return
    const leak = wordsAfterPreheader(html)
    const leaked = leak && describeLeak(leak)
    if (!leak || leaked === null) return
    const clients = emailClients
      .filter((emailClient) => (inboxLineOf(emailClient)?.preheader ?? 0) > leak.offset)
      .map(({ code }) => code)
    if (clients.length === 0) return
    yield {
      what: leak.words.slice(0, 80),
      span: leak.span,
      description: `After ${leak.offset} characters, an inbox shows ${leaked}; put filler behind the preheader.`,
      detail: { offset: leak.offset },
      clients,
    }
  },
}

export interface WordsAfter {
  /** Characters of the line before it, with filler. */
  offset: number
  words: string
  kind: 'visible' | 'hidden' | 'alt'
  span: Span | null
}

export function wordsAfterPreheader(html: CheckedHtml): WordsAfter | null {
  const preheader = preheaderPieces(html.texts)
  const last = preheader.at(-1)
  if (!last?.isHidden || !last.span) return null
  const { end } = last.span
  const isBehind = ({ span }: { span: Span | null }): boolean => span !== null && span.start >= end
  const behind = html.texts.filter(isBehind)
  const text = behind.find(hasWords)
  const picture = picturesOf(html)
    .map(({ element }) => ({
      words: inLine(findAttribute(element, 'alt') ?? '').trim(),
      span: tagSpan(element),
    }))
    .filter(isBehind)
    .find(({ words }) => words !== '')
  const start = Math.min(text?.span?.start ?? Infinity, picture?.span?.start ?? Infinity)
  const before = [...preheader, ...behind.filter(({ span }) => span !== null && span.start < start)]
  // Not `trim`, which would also remove no-break spaces.
  const line = inLine(before.map((piece) => piece.text).join('')).replace(/^ | $/g, '')
  const offset = graphemesOf(line).length
  if (picture?.span?.start === start) return { ...picture, offset, kind: 'alt' }
  if (!text) return null
  return {
    offset,
    words: inLine(text.text).trim(),
    kind: text.isHidden ? 'hidden' : 'visible',
    span: text.span,
  }
}

/** Collapses HTML's white space; a no-break space is kept, as filler. */
const inLine = (text: string): string => text.slice(0, 2_000).replace(/[ \t\n\f\r]+/g, ' ')

export const inboxRules: readonly Rule[] = [subjectCut, preheaderLeaks]
