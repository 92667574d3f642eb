import { caniemailCells } from '../../caniemail/caniemail-cells'
import { prefixNames } from '../../engine/steps/prefix-names'
import { createSupport, honours, refuses, type Correction } from '../../engine/support'
import { dropElements } from '../../engine/steps/drop-elements'
import { createWebmail } from './create-webmail'
import { changeValues, isKeyword, keyword } from './steps/change-values'
import { inWindow } from './page'

const corrections: readonly Correction[] = [
  ...refuses('caniemail css-position note 1, 2021-07', 'value:position sticky'),
  // The step `changeValues` changes it to `absolute`.
  ...honours('caniemail css-position note 6, 2021-07', 'value:position fixed'),
  ...refuses('caniemail css-gap note 2, 2022-12', 'property:row-gap', 'property:grid-gap'),
  ...honours('caniemail css-gap note 2, 2022-12', 'property:column-gap'),
  ...refuses('caniemail css-inline-size, 2021-07', 'property:inline-size'),
  ...honours('caniemail css-variables note 1, 2021-07', 'function:var'),
  ...honours('caniemail html-srcset note 2, 2021-07', 'attribute:sizes'),
]

/** The prefix of its class names is known from mails saved from its page. */
export const fastmail = createWebmail({
  support: createSupport({ cells: caniemailCells('fastmail/desktop-webmail'), corrections }),
  page: inWindow({
    title: 'Fastmail',
    font: '14px/1.4 Helvetica,Arial,sans-serif',
    linkColor: '#0067b9',
    columnWidth: 980,
    messageClass: 'defanged1',
  }),
  cssLast: [
    changeValues(
      {
        property: 'position',
        rule: 'position-absolute',
        source: 'caniemail css-position note 6, 2021-07',
        change: (value) => (isKeyword(value, 'fixed') ? [keyword('absolute')] : null),
      },
      {
        property: 'display',
        rule: 'display-joined',
        source: 'caniemail css-display note 7, 2021-12',
        change: ({ children }) => {
          const names = children.toArray().flatMap((node) => (node.type === 'Identifier' ? [node.name] : []))
          return names.length === 2 && children.size === 2 ? [keyword(names.join('-'))] : null
        },
      },
    ),
  ],
  elementsFirst: [
    dropElements({
      audio: 'caniemail html-audio note 5, 2021-07',
      object: 'caniemail html-object note 4, 2021-07',
      video: 'caniemail html-video note 9, 2021-07',
    }),
  ],
  names: prefixNames({ prefix: 'defanged1-', scope: { tagName: 'div', className: 'defanged1' } }),
})
