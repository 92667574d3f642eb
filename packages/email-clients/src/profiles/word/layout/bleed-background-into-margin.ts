import { elementsIn, placeOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'
import { css, parsePixels } from '../vml/vml-values'
import { DeclaredValues } from './declared-values'
import { InlineDeclarations } from './inline-declarations'
import { isPainted } from './longhands'

const blocks = new Set('address blockquote center div dl h1 h2 h3 h4 h5 h6 ol p pre ul'.split(' '))

const sides = ['top', 'right', 'bottom', 'left']

/** A block's background covers its margin too: the margins an email gives such a block become padding, which takes the same room. */
export const bleedBackgroundIntoMargin: Step = (message) => {
  const { document, changes } = message
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => /^(?:margin|background)/.test(property))
  for (const element of elementsIn(document)) {
    if (!blocks.has(element.tagName)) continue
    const values = declared.of(inline.find(element))
    if (!isPainted(values.get('background-color'))) continue
    const margins = sides.flatMap((side) => {
      const pixels = parsePixels(values.get(`margin-${side}`))
      return pixels !== null && pixels > 0 ? [{ side, pixels }] : []
    })
    if (margins.length === 0) continue
    const moved = margins.map(
      ({ side, pixels }) => `margin-${side}:0!important;padding-${side}:${css(pixels)}px!important`,
    )
    inline.add(element, moved.join(';'))
    const source = 'caniemail css-margin note 3, 2019-10'
    const kind = { rule: 'background-in-margin', what: `<${element.tagName}>`, source }
    changes.record(kind, placeOf(element))
  }
  inline.finish()
}
