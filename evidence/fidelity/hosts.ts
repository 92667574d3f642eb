/*
 * HTML to which the described features are applied. Its own sizes and colours are given twice, by attribute and by
 * style, as some clients drop one of the two.
 */

const words = 'Marker words, gjpqy'
export const manyWords =
  'Seven small boats sailed slowly past the old stone harbour wall before the rain began to fall'

const table = (attributes: string, rows: string): string =>
  `<table border="0" cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`
/** In pixels. */
export const column = (width: number, content: string): string =>
  table(
    `width="${width}" style="width:${width}px"`,
    `<tr><td width="${width}" bgcolor="#dde6ee" style="width:${width}px">${content}</td></tr>`,
  )

export const paragraph = `<p {style}>${words}</p>`
export const lines = column(260, `<p {style}>${manyWords}</p>`)
export const inline = `<p>Before <span {style}>${words}</span> after</p>`
export const underlined = `<p>Before <u {style}>${words}</u> after</p>`
export const block = column(300, `<div {style}>${words}</div><div>Next line</div>`)
const tallPicture = '<img src="asset:tall.png" alt="">'
/** Higher than its content, because of an image beside it. */
export const cell = table('', `<tr><td bgcolor="#dde6ee" {style}>${words}</td><td>${tallPicture}</td></tr>`)
/** As large as its content. */
export const looseCell = table('bgcolor="#dde6ee"', `<tr><td {style}>Marker</td><td>Beside</td></tr>`)
/** As large as its content. */
export const looseTable =
  '<table border="1" bgcolor="#dde6ee" {style}><tr><td>One</td><td></td><td>Three</td></tr><tr><td>Four</td><td>Five</td><td>Six</td></tr></table>'
export const blocks = (width: number, ...contents: readonly string[]): string =>
  column(
    width,
    `<div {style}>${contents.map((content) => `<div style="margin:0">${content}</div>`).join('')}</div>`,
  )
/** For flex and grid; the second block has two lines. */
export const container = blocks(400, 'One', 'Two<br>lines', 'Three')
export const list = '<ul {style}><li>First point</li><li>Second point</li></ul>'
/** `imageSize` makes it narrower than its own aspect ratio. */
export const image = '<img src="asset:photo.png" width="80" height="120" alt="" {style}>Beside'
export const imageSize = 'width:80px;height:120px'
