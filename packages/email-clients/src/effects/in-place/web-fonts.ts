import { generate, type CssNode } from 'css-tree'

/** Names of the families that an `@font-face`, `@import` or `<link>` brings. Empty if its address does not say them. */
export function familiesOfAtRule(node: CssNode): string[] {
  if (node.type !== 'Atrule') return []
  if (node.name.toLowerCase() === 'import' && node.prelude) return familiesOfAddress(generate(node.prelude))
  if (node.name.toLowerCase() !== 'font-face') return []
  return (node.block?.children.toArray() ?? []).flatMap((child) =>
    child.type === 'Declaration' && child.property.toLowerCase() === 'font-family'
      ? [generate(child.value).replace(/["']/g, '').trim()]
      : [],
  )
}

/** Of Google Fonts and its mirrors: `family=Open+Sans:400,700|Ubuntu`, or one `family=` for each. */
export function familiesOfAddress(address: string): string[] {
  return [...address.slice(0, 2_000).matchAll(/[?&;]family=([^&"')]+)/g)].flatMap(([, families = '']) =>
    families.split(/\||%7c/i).map((family) =>
      family
        .replace(/:.*/, '')
        .replace(/\+|%20/g, ' ')
        .trim(),
    ),
  )
}
