import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, createText, findAttribute } from '../../../engine/html-tree'

/** Outlook shows a red cross, its own text and the alternative text. Engineering default: the look of the box. */
export function createRedCross(image: Tree.Element, notice: string): Tree.Element {
  const sizes = ['width', 'height'].flatMap((name) => {
    const size = /^(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?$/i.exec(findAttribute(image, name)?.trim() ?? '')
    return size ? [`${name}:${size[1] ?? ''}${size[2] ?? 'px'}`] : []
  })
  // A small icon without a height stays one line high.
  const isIcon =
    findAttribute(image, 'height') === null && /^\d\d(?:px)?$/.test(findAttribute(image, 'width') ?? '')
  const align = findAttribute(image, 'align')?.trim().toLowerCase() ?? ''
  const style = [
    'display:inline-block;box-sizing:border-box;max-width:100%;overflow:hidden;border:1px solid #bfbfbf',
    'background:#fff;color:#000;font:8pt/normal "Segoe UI",Tahoma,sans-serif;text-align:left;text-decoration:none',
    ...(align === 'left' || align === 'right' ? [`float:${align}`] : ['vertical-align:bottom']),
    ...(isIcon ? ['white-space:nowrap'] : []),
    ...sizes,
  ]
  const alt = findAttribute(image, 'alt')?.trim() ?? ''
  const cross = createElement('b', { style: 'color:#d00;font-size:12pt;line-height:1' }, [
    createText('\u00d7'),
  ])
  return createElement('span', { style: style.join(';') }, [
    cross,
    createText(` ${notice}${alt === '' ? '' : ` ${alt}`}`),
  ])
}
