/* What a described feature is put on. Sizes and colours that are not its subject are HTML attributes, which every client knows. */

const words = 'Marker words, gjpqy'
export const manyWords =
  'Seven small boats sailed slowly past the old stone harbour wall before the rain began to fall'

const table = (attributes: string, content: string): string =>
  `<table border="0" cellpadding="0" cellspacing="0" ${attributes}>${content}</table>`

/** A line of text. */
export const paragraph = `<p {style}>${words}</p>`
/** Several lines of text in a column. */
export const lines = table('width="260"', `<tr><td width="260"><p {style}>${manyWords}</p></td></tr>`)
export const inline = `<p>Before <span {style}>${words}</span> after</p>`
export const underlined = `<p>Before <u {style}>${words}</u> after</p>`
/** A coloured block with something below it. */
export const block = table(
  'width="300"',
  `<tr><td width="300" bgcolor="#dde6ee"><div {style}>${words}</div><div>Next line</div></td></tr>`,
)
/** A cell of fixed size with text beside it. */
export const cell = table(
  '',
  `<tr><td width="200" height="80" bgcolor="#dde6ee" {style}>${words}</td><td>Beside</td></tr>`,
)
/** A cell that is as large as its content. */
export const looseCell = table('bgcolor="#dde6ee"', `<tr><td {style}>Marker</td><td>Beside</td></tr>`)
/** A small table as large as its content. */
export const looseTable =
  '<table border="1" bgcolor="#dde6ee" {style}><tr><td>One</td><td></td><td>Three</td></tr><tr><td>Four</td><td>Five</td><td>Six</td></tr></table>'
/** Three blocks in one. */
export const container = table(
  'width="400"',
  '<tr><td width="400" bgcolor="#dde6ee"><div {style}><div>One</div><div>Two<br>lines</div><div>Three</div></div></td></tr>',
)
export const list = '<ul {style}><li>First point</li><li>Second point</li></ul>'
export const image = '<img src="asset:photo.png" width="80" height="120" alt="" {style}>Beside'
/** In a column of its own that stays narrow whatever is in it. */
export const fixedColumn = (content: string): string =>
  `<div style="width:100px;background-color:#dde6ee">${content}</div>`
/** In a narrow column. */
export const narrow = (content: string): string =>
  table('width="100" bgcolor="#dde6ee"', `<tr><td width="100">${content}</td></tr>`)
