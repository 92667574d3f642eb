import { generate, parse as parseCss } from 'css-tree'
import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/**
 * The least work of any emulation: parses and writes the HTML and all its CSS, with the libraries themselves. Returns
 * the number of characters written, so that the work is not optimised away.
 */
export function parseAndWrite(html: string): number {
  const document = parse(html)
  let written = 0
  const waiting: Tree.Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child)
    if (!('tagName' in node)) continue
    if (node.tagName === 'style')
      written += rewrite(
        node.childNodes.map((text) => ('value' in text ? text.value : '')).join(''),
        'stylesheet',
      )
    const attribute = node.attrs.find(({ name }) => name === 'style')
    if (attribute) written += rewrite(attribute.value, 'declarationList')
  }
  return written + serialize(document).length
}

const rewrite = (css: string, context: 'stylesheet' | 'declarationList'): number =>
  generate(parseCss(css, { context })).length
