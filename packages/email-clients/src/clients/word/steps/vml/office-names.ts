import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn } from '../../../../engine/html-tree'

type OfficeVocabulary = 'vml' | 'office'

export type OfficeNames = ReadonlyMap<string, OfficeVocabulary>

/**
 * VML is drawn only if its prefix is declared, on the shape or on `<html>` (HT 2021, Background properties in VML); the
 * prefixes of Word and Office need no declaration.
 */
export function findOfficeNames(document: Tree.Document): OfficeNames {
  const names = new Map<string, OfficeVocabulary>(
    ['o', 'w', 'w10', 'm', 'x', 'st1'].map((prefix) => [prefix, 'office']),
  )
  for (const { attrs } of elementsIn(document)) {
    for (const { name, prefix, value } of attrs) {
      const declared = (prefix ? `${prefix}:${name}` : name).toLowerCase()
      if (!declared.startsWith('xmlns:')) continue
      const address = value.slice(0, 64).trim().toLowerCase()
      if (address === 'urn:schemas-microsoft-com:vml') names.set(declared.slice('xmlns:'.length), 'vml')
      else if (address.startsWith('urn:schemas-microsoft-com:office:')) {
        names.set(declared.slice('xmlns:'.length), 'office')
      }
    }
  }
  return names
}

/** `rect` for `<v:rect>`; null for all other elements. */
export const vmlName = (element: Tree.Element, names: OfficeNames): string | null =>
  localName(element, names, 'vml')

export const officeName = (element: Tree.Element, names: OfficeNames): string | null =>
  localName(element, names, 'office')

function localName(
  { tagName }: Tree.Element,
  names: OfficeNames,
  vocabulary: OfficeVocabulary,
): string | null {
  const colon = tagName.indexOf(':')
  return colon > 0 && names.get(tagName.slice(0, colon)) === vocabulary ? tagName.slice(colon + 1) : null
}
