import { declaration, markup, type Descriptions } from '../description'
import { block, cell, column, image, imageSize, looseCell, looseTable, manyWords, paragraph } from '../hosts'

const tile = "background-image:url('asset:tile.png')"
const needsImage = { needs: ['css-background-image'] }
const red = 'background-color:#cc3300'
const border = 'border:6px solid #cc3300'
const stripe = (name: string): string => `${name}:6px solid #cc3300`

export const boxFeatures: Descriptions = {
  'css-aspect-ratio': declaration('aspect-ratio:2/1', block),
  'css-background': declaration('background:#cc3300', cell),
  'css-background-blend-mode': declaration('background-blend-mode:multiply', cell, {
    also: `${red};${tile}`,
    ...needsImage,
  }),
  'css-background-clip': declaration('background-clip:content-box', cell, { also: `${red};padding:20px` }),
  'css-background-color': declaration(red, cell),
  'css-background-image': declaration(tile, cell),
  'css-background-origin': declaration('background-origin:content-box', cell, {
    also: `${tile};background-repeat:no-repeat;padding:20px`,
    needs: ['css-background-image', 'css-background-repeat'],
  }),
  'css-background-position': declaration('background-position:right bottom', cell, {
    also: `${tile};background-repeat:no-repeat`,
    needs: ['css-background-image', 'css-background-repeat'],
  }),
  'css-background-repeat': declaration('background-repeat:no-repeat', cell, { also: tile, ...needsImage }),
  'css-background-size': declaration('background-size:20px 20px', cell, { also: tile, ...needsImage }),
  'css-block-inline-size': declaration('block-size:90px;inline-size:120px', block, { also: red }),
  'css-border': declaration(border, cell),
  'css-border-collapse': declaration('border-collapse:collapse', looseTable),
  'css-border-image': declaration("border-image:url('asset:tile.png') 10", block, { also: border }),
  'css-border-inline-block': declaration(`${stripe('border-inline')};${stripe('border-block')}`, block),
  'css-border-inline-block-individual': declaration(
    `${stripe('border-inline-start')};${stripe('border-block-end')}`,
    block,
  ),
  'css-border-inline-block-longhand': declaration(
    'border-inline-start-width:6px;border-inline-start-style:solid;border-inline-start-color:#cc3300',
    block,
  ),
  'css-border-radius': declaration('border-radius:20px', block, { also: `${red};padding:20px` }),
  'css-border-radius-logical': declaration(
    'border-start-start-radius:20px;border-end-end-radius:20px',
    block,
    {
      also: `${red};padding:20px`,
    },
  ),
  'css-border-spacing': declaration('border-spacing:20px', looseTable),
  'css-box-shadow': declaration('box-shadow:8px 8px 0 #cc3300', block),
  'css-box-sizing': declaration('box-sizing:border-box', block, { also: 'width:200px;padding:30px;' + red }),
  'css-caption-side': declaration(
    'caption-side:bottom',
    '<div {style}><div style="display:table-caption">Caption</div>Marker words</div>',
    { also: 'display:table' },
  ),
  'css-empty-cells': declaration('empty-cells:hide', looseTable),
  'css-height': declaration('height:90px', looseCell),
  'css-inline-size': declaration('inline-size:120px', block, { also: red }),
  'css-intrinsic-size': declaration('width:max-content', block, { also: red }),
  'css-margin': declaration('margin-left:60px', paragraph),
  'css-margin-block-start-end': declaration('margin-block-start:60px;margin-block-end:60px', block),
  'css-margin-inline-block': declaration('margin-inline:60px;margin-block:60px', block),
  'css-margin-inline-start-end': declaration('margin-inline-start:60px;margin-inline-end:60px', block),
  'css-max-block-size': declaration('max-block-size:20px', `<div {style}>One<br>Two<br>Three</div>Below`),
  'css-max-height': declaration('max-height:20px', `<div {style}>One<br>Two<br>Three</div>Below`),
  'css-max-inline-size': declaration('max-inline-size:120px', `<div {style}>${manyWords}</div>`),
  'css-max-width': declaration('max-width:120px', `<div {style}>${manyWords}</div>`),
  'css-min-block-size': declaration('min-block-size:90px', block),
  'css-min-height': declaration('min-height:90px', block),
  'css-min-inline-size': declaration('min-inline-size:300px', column(100, `<div {style}>Marker words</div>`)),
  'css-min-width': declaration('min-width:300px', column(100, `<div {style}>Marker words</div>`)),
  'css-object-fit': declaration('object-fit:contain', image, { also: imageSize }),
  'css-object-position': declaration('object-position:left top', image, {
    also: `${imageSize};object-fit:none`,
    needs: ['css-object-fit'],
  }),
  'css-outline': declaration('outline:4px solid #cc3300', block),
  'css-outline-offset': declaration('outline-offset:8px', block, { also: 'outline:4px solid #cc3300' }),
  'css-overflow': declaration('overflow:hidden', `<div {style}>One<br>Two<br>Three<br>Four</div>Below`, {
    also: 'height:30px',
  }),
  'css-padding': declaration('padding-left:60px', looseCell),
  'css-padding-block-start-end': declaration('padding-block-start:40px;padding-block-end:40px', block),
  'css-padding-inline-block': declaration('padding-inline:40px;padding-block:40px', block),
  'css-padding-inline-start-end': declaration('padding-inline-start:40px;padding-inline-end:40px', block),
  'css-table-layout': declaration(
    'table-layout:fixed',
    `<table border="1" width="300" {style}><tr><td>${manyWords}</td><td>Two</td></tr></table>`,
  ),
  'css-variables': markup(
    '<table bgcolor="#dde6ee" cellpadding="0" style="--marked:60px"><tr><td style="padding-left:var(--marked)">Marker</td></tr></table>',
    '<table bgcolor="#dde6ee" cellpadding="0"><tr><td>Marker</td></tr></table>',
  ),
  'css-width': declaration('width:400px', looseTable),
}
