import { isLostOnWord } from '@pas/email-clients/clients/word/word-dimension'
import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeSpan, fixByAttribute, tagSpan } from '../checked-html'
import type { Finding, Rule } from '../rule'
import { cited, ownDefault } from '../sources'
import { assetOf, assetsByUrl, lengthOf, picturesOf } from './picture'

const withUnitSource = cited('WPManageNinja/fluent-smtp 426, 2026-08-29')

/** Word ignores the width of styles. */
export const noWidth: Rule = {
  name: 'images/no-width',
  severity: 'warning',
  title: 'A picture has no width attribute.',
  sources: [cited('goodemailcode'), withUnitSource],
  isOneRow: true,
  find: function* ({ html, assets, emailClients }) {
    const clients = emailClients.filter(({ family }) => family === 'word').map(({ code }) => code)
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      const written = findAttribute(element, 'width')
      if (written !== null) {
        if (isLostOnWord(written))
          yield findingWithUnit(
            element,
            `${address} width="${written.trim().slice(0, 20)}"`,
            written,
            clients,
          )
        continue
      }
      const fileWidth = assetOf(element, byUrl)?.width ?? null
      yield {
        what: address,
        span: tagSpan(element),
        description: 'The picture has no width attribute; Outlook on Windows draws it as large as its file.',
        ...(clients.length > 0 ? { clients } : { severity: 'note' }),
        ...(fileWidth !== null &&
          fixByAttribute(element, `width="${fileWidth}"`, 'Adds the width of the file.')),
      }
    }
  },
}

/** A width such as `164px`: browsers read its number, Word does not. */
function findingWithUnit(
  element: Tree.Element,
  what: string,
  width: string,
  clients: readonly string[],
): Finding {
  const span = attributeSpan(element, 'width')
  const number = /^\s*(\d+)\s*px\s*$/i.exec(width)?.[1]
  return {
    what,
    span,
    description:
      'The width has a unit and is no number, so Outlook on Windows draws the picture as large as its file.',
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

/** Part of the right height. */
const tolerance = 0.05

export const ratio: Rule = {
  name: 'images/ratio',
  severity: 'warning',
  title: 'A picture is drawn with other proportions than its file has.',
  sources: [ownDefault('5 %, which a person begins to see')],
  find: function* ({ html, assets }) {
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      const asset = assetOf(element, byUrl)
      const width = lengthOf(element, 'width')
      const height = lengthOf(element, 'height')
      if (!asset?.width || !asset.height || width === null || height === null) continue
      const rightHeight = (width * asset.height) / asset.width
      // A rounded height, which may be off by a pixel, is never a finding.
      if (Math.abs(height - rightHeight) <= Math.max(1, rightHeight * tolerance)) continue
      yield {
        what: address,
        span: tagSpan(element),
        description: `It is drawn ${width} × ${height}; the file has ${asset.width} × ${asset.height}.`,
        detail: { width, height, file_width: asset.width, file_height: asset.height },
      }
    }
  },
}
