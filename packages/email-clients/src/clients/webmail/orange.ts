import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createSupport, honours, refuses, type Correction } from '../../engine/support'
import { refuseValues, topNodes } from '../../engine/steps/refuse-values'
import { createWebmail } from './create-webmail'
import { judgeUnlistedByCss2, refuseBeyondCss2, refuseNewerDisplays } from './css2-filter'
import { changeValues } from './steps/change-values'
import { dropAttributesOn } from '../../engine/steps/drop-attributes-on'
import { dropCommentedCss } from './steps/drop-commented-css'
import { dropUnspacedImportant } from './steps/drop-unspaced-important'
import { renameElements } from './steps/rename-elements'
import { inWindow } from './page'

const corrections: readonly Correction[] = [
  ...refuseNewerDisplays('caniemail css-display note 2, 2021-12'),
  ...refuses('caniemail css-position note 1, 2021-05', 'value:position fixed', 'value:position sticky'),
  ...refuses('caniemail css-text-align note 1, 2021-09', 'value:text-align start', 'value:text-align end'),
  ...refuses(
    'caniemail css-word-break note 3, 2022-02',
    ...['normal', 'keep-all', 'break-word', 'auto-phrase'].map((value) => `value:word-break ${value}`),
  ),
  ...refuses(
    'caniemail html-semantics note 1, 2024-04',
    ...'article aside details figcaption figure footer header main mark nav section summary'
      .split(' ')
      .map((name) => `element:${name}`),
  ),
  ...refuses('caniemail css-pseudo-element-after note 2, 2024-04: content is not kept', 'property:content'),
  // The step `renameElements` renames <input>.
  ...honours('caniemail css-pseudo-class-checked note 2, 2021-03', 'element:noinput'),
]

export const orange = createWebmail({
  support: createSupport({
    cells: caniemailCells('orange/desktop-webmail'),
    corrections,
    unlisted: judgeUnlistedByCss2,
  }),
  page: inWindow({
    title: 'Orange',
    font: '14px/1.4 Arial,Helvetica,sans-serif',
    linkColor: '#e65100',
    columnWidth: 980,
  }),
  cssFirst: [
    dropCommentedCss({ rules: true, source: 'caniemail css-comments note 6, 2024-08' }),
    dropUnspacedImportant('caniemail css-important note 3, 2021-11'),
    changeValues({
      property: 'display',
      rule: 'value-shortened',
      source: 'caniemail css-display note 3, 2021-12',
      change: ({ children }) => (children.size > 1 ? children.toArray().slice(0, 1) : null),
    }),
  ],
  cssLast: [
    refuseValues(
      ...refuseBeyondCss2({
        colourNames: 'caniemail css-background-color note 1, 2021-03',
        rgb: 'caniemail css-rgb notes 1 and 2, 2021-05',
        backgroundSize: 'caniemail css-background note 6, 2021-03',
      }),
      {
        properties: /^font-weight$/,
        refuses: (declaration) =>
          topNodes(declaration).some((node) => node.type === 'Number' && !/^[1-9]00$/.test(node.value)),
        what: 'font-weight that is no hundred',
        source: 'caniemail css-font-weight note 1, 2024-04',
      },
    ),
  ],
  elementsFirst: [
    renameElements({ input: 'noinput' }, 'caniemail css-pseudo-class-checked note 2, 2021-03'),
    dropAttributesOn(['table', 'td'], 'dir', 'caniemail html-dir note 2, 2024-04'),
  ],
})
