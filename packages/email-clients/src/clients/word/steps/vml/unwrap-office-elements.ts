import type { ChangeKind } from '../../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { placeOf, rewriteNodes } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { findOfficeNames, officeName } from './office-names'

const settings = new Set(
  (
    'officedocumentsettings worddocument latentstyles documentproperties customdocumentproperties shapedefaults ' +
    'shapelayout mathpr'
  ).split(' '),
)

/**
 * Keeps the content of `<o:p>`, `<w:sdt>` and the like; removes `<xml>` islands and settings whole. Must come after the
 * steps that read the settings.
 */
export const unwrapOfficeElements: Step = ({ document, changes }) => {
  const names = findOfficeNames(document)
  rewriteNodes(document, (node) => {
    if (!('tagName' in node)) return null
    const { tagName } = node
    const office = officeName(node, names)
    if (tagName !== 'xml' && !tagName.includes(':')) return null
    // Without an end tag, an `<xml>` contains the rest of the email, so its content stays.
    const isIsland = tagName === 'xml' && node.sourceCodeLocation?.endTag !== undefined
    if (!isIsland && (office === null || !settings.has(office))) return node.childNodes
    // Settings in an island are hidden with it.
    if (!isIsland && isInIsland(node)) return []
    const source = 'Microsoft, Office HTML and XML reference, 2000: settings for the program, not content'
    const kind: ChangeKind = { rule: 'office-settings-hidden', what: `<${tagName}>`, source }
    changes.record(kind, placeOf(node))
    return []
  })
}

const isInIsland = ({ parentNode }: Tree.Element): boolean =>
  parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'xml'
