import { caniemailCells } from '../../caniemail/caniemail-cells'
import { createSupport, refuses } from '../../engine/support'
import { createWebmail } from './create-webmail'
import { inWindow } from './page'

/** caniemail tested four features; everything untested is kept. */
export const wpPl = createWebmail({
  support: createSupport({
    cells: caniemailCells('wp-pl/desktop-webmail'),
    corrections: refuses(
      'engineering default: webmail neither submits forms nor lets messages out of their column',
      'element:form',
      'value:position fixed',
      'attribute:target',
    ),
  }),
  page: inWindow({
    title: 'WP Poczta',
    font: '14px/1.4 Arial,Helvetica,sans-serif',
    linkColor: '#c60000',
    columnWidth: 980,
  }),
})
