import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

const rowGroups = new Set(['tbody', 'thead', 'tfoot'])

export function cellsOf(table: Tree.Element): Tree.Element[] {
  const rows = childrenOf(table).flatMap((child) =>
    rowGroups.has(child.tagName) ? childrenOf(child) : [child],
  )
  return rows
    .filter(({ tagName }) => tagName === 'tr')
    .flatMap(childrenOf)
    .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
}

const childrenOf = ({ childNodes }: Tree.Element): Tree.Element[] =>
  childNodes.filter((node): node is Tree.Element => 'tagName' in node)
