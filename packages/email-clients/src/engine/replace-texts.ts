import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

export const notLinked: ReadonlySet<string> = new Set(['a', 'button', 'textarea', 'select', 'style', 'title'])

/** Text nodes outside of `skipped`; null keeps a text. Replacements are not visited. */
export function replaceTexts(
  root: Tree.Element,
  skipped: ReadonlySet<string>,
  replace: (text: Tree.TextNode) => Tree.ChildNode[] | null,
): void {
  const waiting: Tree.Element[] = [root]
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const rebuilt: Tree.ChildNode[] = []
    let changed = false
    for (const child of parent.childNodes) {
      if ('tagName' in child && !skipped.has(child.tagName)) waiting.push(child)
      const replacement = child.nodeName === '#text' && 'value' in child ? replace(child) : null
      if (!replacement) {
        rebuilt.push(child)
        continue
      }
      changed = true
      for (const node of replacement) {
        node.parentNode = parent
        rebuilt.push(node)
      }
    }
    if (changed) parent.childNodes = rebuilt
  }
}
