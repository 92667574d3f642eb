import { declaration, markup, type Descriptions } from '../description'
import { block, blocks, column, container, inline, manyWords } from '../hosts'

const red = 'background-color:#cc3300'
const flex = { needs: ['css-display-flex'] }
const columnText = column(400, `<div {style}>${manyWords}. ${manyWords}.</div>`)
/** For effects that mix with what is behind. */
const inside = column(
  300,
  '<div style="background-color:#3377cc;padding:8px"><div {style}>Marker words</div></div>',
)
/** Both, as some clients keep only the first and some only the second. */
const positioned = 'position:relative;position:sticky'
const beside = `<img src="asset:tile.png" width="120" height="120" alt="" {style}>${manyWords}`
const besideStyle = 'float:left;width:120px;height:120px'
const picture = `<img src="asset:photo.png" width="160" height="80" alt="" {style}>`

const schemed = (scheme: string): string =>
  `<div style="background-color:Canvas;color:CanvasText;${scheme}">Marker words</div>`

export const layoutFeatures: Descriptions = {
  'css-accent-color': declaration('accent-color:#cc3300', '<input type="checkbox" checked {style}> Marker', {
    needs: ['html-input-checkbox'],
  }),
  'css-align-items': declaration('align-items:flex-end', container, {
    also: 'display:flex;height:90px',
    ...flex,
  }),
  'css-backdrop-filter': declaration('backdrop-filter:invert(1)', inside),
  'css-clear': declaration(
    'clear:both',
    '<img src="asset:photo.png" width="80" height="80" alt="" style="float:left">Beside<div {style}>Marker words</div>',
  ),
  'css-clip-path': declaration('clip-path:circle(30px)', block, { also: red }),
  'css-color-scheme': markup(
    schemed('color-scheme:dark') + schemed('color-scheme:light'),
    schemed('') + schemed(''),
  ),
  'css-column-count': declaration('column-count:2', columnText),
  'css-column-layout-properties': declaration('column-width:120px;column-rule:4px solid #cc3300', columnText),
  'css-display': declaration('display:block', inline),
  'css-display-flex': declaration('display:flex', container),
  'css-display-grid': declaration('display:grid', '<div {style}><span>One</span><span>Two</span></div>'),
  'css-display-none': declaration('display:none', block),
  'css-filter': declaration('filter:invert(1)', inside, { also: red }),
  'css-flex-direction': declaration('flex-direction:column', container, { also: 'display:flex', ...flex }),
  'css-flex-wrap': declaration(
    'flex-wrap:wrap',
    blocks(200, 'Onewordonly', 'Anotherword', 'Thirdword', 'Fourthword'),
    { also: 'display:flex', ...flex },
  ),
  'css-float': declaration('float:right', '<div {style}>Marker</div>Words beside it'),
  'css-gap': declaration('gap:30px', container, { also: 'display:flex', ...flex }),
  'css-grid-template': declaration('grid-template-columns:80px 80px 80px', container, {
    also: 'display:grid',
    needs: ['css-display-grid'],
  }),
  'css-inset': declaration('inset:20px auto auto 60px', block, { also: 'position:relative' }),
  'css-justify-content': declaration('justify-content:flex-end', container, {
    also: 'display:flex',
    ...flex,
  }),
  'css-left-right-top-bottom': declaration(
    'left:60px',
    column(300, '<div style="overflow:auto"><span {style}>Marker words</span></div>'),
    { also: `display:inline-block;${positioned}` },
  ),
  'css-mask-image': declaration("mask-image:url('asset:half.png')", picture),
  'css-mix-blend-mode': declaration('mix-blend-mode:multiply', inside, { also: 'background-color:#ffcc00' }),
  'css-opacity': declaration('opacity:.4', inside, { also: red }),
  'css-position': declaration('position:relative', block, { also: 'left:60px' }),
  'css-resize': declaration('resize:both', block, { also: 'overflow:auto;height:60px;width:200px' }),
  'css-scroll-snap': declaration(
    'scroll-snap-type:x mandatory',
    '<div {style}><table width="420" style="width:420px"><tr><td width="300" bgcolor="#cc3300">First</td><td width="120" bgcolor="#ffcc00" style="scroll-snap-align:start">Second</td></tr></table></div>',
    { also: 'width:120px;overflow-x:scroll' },
  ),
  'css-shape-margin': declaration('shape-margin:30px', beside, {
    also: `${besideStyle};shape-outside:circle(20%)`,
    needs: ['css-shape-outside'],
  }),
  'css-shape-outside': declaration('shape-outside:circle(50%)', beside, { also: besideStyle }),
  'css-transform': declaration('transform:rotate(10deg)', block),
  'css-visibility': declaration('visibility:hidden', block),
  'css-z-index': declaration('z-index:-1', inside, {
    also: `background-color:#ffcc00;${positioned}`,
  }),
}
