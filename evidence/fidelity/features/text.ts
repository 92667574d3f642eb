import { declaration, type Descriptions } from '../description'
import { cell, column, inline, lines, list, manyWords, paragraph, underlined } from '../hosts'

const longWord = 'aa incomprehensibilitiesunimaginably bb'
const softHyphens =
  '<p {style}>in&shy;com&shy;pre&shy;hen&shy;si&shy;bil&shy;i&shy;ty dis&shy;pro&shy;por&shy;tion</p>'
const twoColumns = { also: 'column-count:2', needs: ['css-column-count'] }
const columnText = `<div {style}><p>${manyWords}</p><p>${manyWords}. ${manyWords}</p></div>`
const oneInColumn = column(300, `<div {style}><p>${manyWords}. ${manyWords}</p></div>`)
const inColumn = column(300, columnText)

export const textFeatures: Descriptions = {
  'css-direction': declaration('direction:rtl', paragraph),
  'css-font': declaration('font:bold 30px monospace', paragraph),
  'css-font-kerning': declaration('font-kerning:none', '<p {style}>AVAVA To We Ty PA</p>', {
    also: 'font-size:40px',
  }),
  'css-font-size': declaration('font-size:32px', paragraph),
  'css-font-size-adjust': declaration('font-size-adjust:0.9', paragraph),
  'css-font-weight': declaration('font-weight:bold', paragraph),
  'css-hyphenate-character': declaration("hyphenate-character:'*'", column(100, softHyphens)),
  'css-hyphens': declaration('hyphens:none', column(100, softHyphens)),
  'css-letter-spacing': declaration('letter-spacing:10px', paragraph),
  'css-line-height': declaration('line-height:60px', lines),
  'css-list-style': declaration('list-style:square inside', list),
  'css-list-style-image': declaration("list-style-image:url('asset:bullet.png')", list),
  'css-list-style-position': declaration('list-style-position:inside', list),
  'css-list-style-type': declaration('list-style-type:square', list),
  'css-orphans': declaration('orphans:4', inColumn, twoColumns),
  'css-overflow-wrap': declaration(
    'overflow-wrap:normal',
    column(100, `<div style="width:100px;overflow-wrap:break-word"><p {style}>${longWord}</p></div>`),
  ),
  'css-tab-size': declaration('tab-size:30', '<pre {style}>One&#9;Two&#9;Three</pre>', {
    needs: ['html-pre'],
  }),
  'css-text-align': declaration('text-align:right', lines),
  'css-text-align-last': declaration('text-align-last:right', lines),
  'css-text-decoration': declaration('text-decoration:line-through', inline),
  'css-text-decoration-color': declaration('text-decoration-color:#cc3300', underlined),
  'css-text-decoration-line': declaration('text-decoration-line:line-through', inline),
  'css-text-decoration-skip-ink': declaration('text-decoration-skip-ink:none', underlined, {
    also: 'font-size:30px',
  }),
  'css-text-decoration-style': declaration('text-decoration-style:dotted', underlined),
  'css-text-decoration-thickness': declaration('text-decoration-thickness:6px', underlined),
  'css-text-emphasis': declaration('text-emphasis:filled #cc3300', paragraph),
  'css-text-emphasis-position': declaration('text-emphasis-position:under right', paragraph, {
    also: 'text-emphasis:filled #cc3300',
    needs: ['css-text-emphasis'],
  }),
  'css-text-indent': declaration('text-indent:60px', lines),
  'css-text-justify': declaration('text-justify:none', lines, { also: 'text-align:justify' }),
  'css-text-orientation': declaration('text-orientation:upright', paragraph, {
    also: 'writing-mode:vertical-rl',
    needs: ['css-writing-mode'],
  }),
  'css-text-overflow': declaration('text-overflow:ellipsis', `<div {style}>${manyWords}</div>`, {
    also: 'width:120px;overflow:hidden;white-space:nowrap',
    needs: ['css-overflow', 'css-white-space'],
  }),
  'css-text-shadow': declaration('text-shadow:4px 4px 0 #cc3300', paragraph),
  'css-text-transform': declaration('text-transform:uppercase', paragraph),
  'css-text-underline-offset': declaration('text-underline-offset:10px', underlined),
  'css-text-underline-position': declaration('text-underline-position:under', underlined),
  'css-text-wrap': declaration('text-wrap:balance', lines),
  'css-vertical-align': declaration('vertical-align:bottom', cell),
  'css-white-space': declaration('white-space:nowrap', column(100, `<p {style}>${manyWords}</p>`)),
  'css-white-space-collapse': declaration(
    'white-space-collapse:preserve',
    '<p {style}>One      two      three</p>',
  ),
  'css-widows': declaration('widows:8', oneInColumn, twoColumns),
  'css-word-break': declaration('word-break:break-all', column(100, `<p {style}>${longWord}</p>`)),
  'css-word-spacing': declaration('word-spacing:30px', paragraph),
  'css-word-wrap': declaration(
    'word-wrap:normal',
    column(100, `<div style="width:100px;word-wrap:break-word"><p {style}>${longWord}</p></div>`),
  ),
  'css-writing-mode': declaration('writing-mode:vertical-rl', paragraph),
}
