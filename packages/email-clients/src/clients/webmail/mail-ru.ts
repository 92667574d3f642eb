import { caniemailCells } from '../../caniemail/caniemail-cells'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import { prefixNames } from '../../engine/steps/prefix-names'
import { createSupport, honours, refuses, type Correction } from '../../engine/support'
import { dropNestedMediaQueries } from '../../engine/steps/drop-nested-media-queries'
import {
  hasNegativeNumber,
  hasSeveralValues,
  refuseValues,
  someNode,
  topNodes,
} from '../../engine/steps/refuse-values'
import { createWebmail } from './create-webmail'
import { dropCommentedCss } from './steps/drop-commented-css'
import { inWindow } from './page'

/** As in mails saved from Mail.ru's page. */
const messageClass = 'cl_603725'
const nameSuffix = '_mr_css_attr'

const corrections: readonly Correction[] = [
  ...refuses(
    'caniemail css-at-media note 7, 2020-10',
    ...['height', 'min-height', 'max-height', 'device-height', 'min-device-height', 'max-device-height'].map(
      (feature) => `media-feature:${feature}`,
    ),
  ),
  ...refuses('caniemail css-left-right-top-bottom note 1, 2021-05', 'property:left', 'property:top'),
  ...refuses('caniemail html-lists note 1, 2024-02', 'attribute:reversed'),
  ...honours('caniemail css-variables note 1, 2020-10', 'function:var'),
  ...honours('caniemail html-srcset note 2, 2020-10', 'attribute:sizes'),
]

const dropBareHidden: Step = ({ document, changes }) => {
  for (const element of elementsIn(document)) {
    if (findAttribute(element, 'hidden') !== '') continue
    const source = 'caniemail html-hidden note 1, 2024-01'
    changes.record(
      { rule: 'attribute-dropped', what: 'hidden without value', source },
      placeOf(element, 'hidden'),
    )
    removeAttribute(element, 'hidden')
  }
}

/** The message is part of the page itself, so `vw` refers to the window (caniemail css-unit-vw note 1, 2020-10). */
export const mailRu = createWebmail({
  support: createSupport({ cells: caniemailCells('mail-ru/desktop-webmail'), corrections }),
  page: inWindow({
    title: 'Mail.ru',
    font: '15px/1.4 Arial,Helvetica,sans-serif',
    linkColor: '#0857a6',
    columnWidth: 1020,
    messageClass,
    // EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12, in three browsers (h1), and lesson09,
    // chromemailru-lists.png, 2017-03 (h3; other headings have the browser's margins). Nothing newer is known.
    css: ':where(#pas-message h1){margin:0;font-size:17px}\n:where(#pas-message h3){margin:0}',
  }),
  judgeAttribute: ({ matcher }) => ({
    honoured: matcher === '=',
    source: 'caniemail css-selector-attribute note 4, 2020-10',
  }),
  cssFirst: [
    dropCommentedCss({ rules: false, source: 'caniemail css-comments note 3, 2024-04' }),
    dropNestedMediaQueries('caniemail css-at-media note 1, 2020-10'),
  ],
  cssLast: [
    refuseValues(
      {
        properties: /^margin(?:-|$)/,
        refuses: hasNegativeNumber,
        what: 'negative margin',
        source: 'caniemail css-margin note 1, 2020-10',
      },
      {
        properties: /^text-indent$/,
        refuses: hasNegativeNumber,
        what: 'negative text-indent',
        source: 'caniemail css-text-indent note 2, 2021-01',
      },
      {
        properties: /^background$/,
        refuses: hasSeveralValues,
        what: 'several backgrounds',
        source: 'caniemail css-background note 5, 2020-10',
      },
      {
        properties: /^filter$/,
        refuses: (declaration) => topNodes(declaration).length > 1,
        what: 'several filters',
        source: 'caniemail css-filter note 1, 2024-01',
      },
      {
        properties: /^clip-path$/,
        refuses: (declaration) =>
          someNode(
            declaration,
            (node) => node.type === 'Url' || (node.type === 'Function' && node.name === 'path'),
          ),
        what: 'clip-path: path() or url()',
        source: 'caniemail css-clip-path notes 1 and 2, 2021-02',
      },
    ),
  ],
  elementsFirst: [dropBareHidden],
  names: prefixNames({
    prefix: '',
    suffix: nameSuffix,
    scope: { tagName: 'div', className: messageClass },
  }),
})
