import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createElement, createText, placeOf, rewriteNodes } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { prefixNames } from '../../engine/steps/prefix-names'
import { createSupport, refuses, type Correction } from '../../engine/support'
import { createWebmail } from './create-webmail'
import { changeValues, isKeyword, keyword } from './steps/change-values'
import { dropAttributesOn } from '../../engine/steps/drop-attributes-on'
import { inWindow } from './page'

const corrections: readonly Correction[] = [
  ...refuses('caniemail css-position note 4, 2021-05', 'value:position absolute', 'value:position fixed'),
  ...refuses(
    'caniemail html-semantics note 5, 2020-06',
    ...'article aside header main nav section summary'.split(' ').map((name) => `element:${name}`),
  ),
  ...refuses('caniemail css-caption-side note 1, 2021-05', 'element:caption'),
]

const foldQuotations: Step = ({ document, changes }) => {
  rewriteNodes(document, (node) => {
    if (node.nodeName !== 'blockquote') return null
    const source = 'caniemail html-blockquote note 1, 2020-06'
    changes.record({ rule: 'quotation-folded', what: '<blockquote>', source }, placeOf(node))
    const summary = createElement('summary', {}, [createText('•••')])
    return [createElement('details', {}, [summary, node])]
  })
}

export const hey = createWebmail({
  support: createSupport({ cells: caniemailCells('hey/desktop-webmail'), corrections }),
  page: inWindow({
    title: 'HEY',
    font: '16px/1.5 Helvetica Neue,Helvetica,Arial,sans-serif',
    linkColor: '#5522fa',
    columnWidth: 900,
    messageClass: 'message-content',
  }),
  cssLast: [
    changeValues({
      property: 'word-break',
      rule: 'word-break-replaced',
      source: 'caniemail css-word-break note 4, 2022-02',
      change: (value) => (isKeyword(value, 'break-word') ? null : [keyword('break-word')]),
    }),
  ],
  elementsFirst: [dropAttributesOn(['img'], 'align', 'caniemail html-align note 2, 2021-11')],
  elementsLast: [foldQuotations],
  names: prefixNames({ prefix: '', scope: { tagName: 'div', className: 'message-content' } }),
})
