import { isLostOnWord } from '@pas/email-clients/clients/word/word-dimension'
import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { afterTagName, attributeSpan, tagSpan } from '../checked-html'
import type { Fault, Rule } from '../rule'
import { cited } from '../sources'
import { assetOf, assetsByUrl, picturesOf } from './picture'

const withUnitSource = cited('WPManageNinja/fluent-smtp 426, 2026-08-29')

/** Word draws a picture without the attribute as large as its file, whatever the styles say. */
export const noWidth: Rule = {
  name: 'images/no-width',
  severity: 'warning',
  title: 'A picture has no width attribute.',
  sources: [cited('goodemailcode'), withUnitSource],
  find: function* ({ html, assets, emailClients }) {
    const clients = emailClients.filter(({ family }) => family === 'word').map(({ code }) => code)
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      const written = findAttribute(element, 'width')
      if (written !== null) {
        if (isLostOnWord(written)) yield withUnit(element, address, written, clients)
        continue
      }
      const natural = assetOf(element, byUrl)?.width ?? null
      const at = afterTagName(element)
      yield {
        what: address,
        span: tagSpan(element),
        description: 'The picture has no width attribute; Outlook on Windows draws it as large as its file.',
        ...(clients.length > 0 ? { clients } : { severity: 'note' }),
        ...(natural !== null &&
          at !== null && {
            fix: {
              description: 'Adds the width of the file.',
              edits: [{ part: 'html', start: at, end: at, text: ` width="${natural}"` }],
            },
          }),
      }
    }
  },
}

/** A width that is no number for Word, such as `164px`: browsers read its number. */
function withUnit(element: Tree.Element, what: string, width: string, clients: readonly string[]): Fault {
  const span = attributeSpan(element, 'width')
  const number = /^\s*(\d+)\s*px\s*$/i.exec(width)?.[1]
  return {
    what,
    span,
    description: `width="${width.trim().slice(0, 20)}" is no number, so Outlook on Windows draws the picture as large as its file.`,
    source: withUnitSource,
    ...(clients.length > 0 ? { clients } : { severity: 'note' as const }),
    ...(span &&
      number !== undefined && {
        fix: {
          description: 'Writes the width without its unit.',
          edits: [{ ...span, text: `width="${number}"` }],
        },
      }),
  }
}
