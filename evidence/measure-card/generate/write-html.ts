import {
  borderWidth,
  boxGap,
  boxWidths,
  cell,
  colours,
  columns,
  greys,
  lines,
  marker,
  pictureNames,
  rightToLeft,
  ruler,
  sample,
  strip,
  stripsOf,
  styled,
  textSizes,
  tick,
  uses,
  type PictureName,
} from '../card'

const plain = 'cellpadding="0" cellspacing="0" border="0"'
const cid = (name: string): string => `cid:${name}@test-card`
const small = 'font-size:1px;line-height:1px'
const tickImage = `<img src="${cid('tick')}" width="${tick.width}" height="${tick.height}" alt="" style="display:block">`
/** As wide as its picture, also in a client that scales HTML alone. */
const tickCell = `<td>${tickImage}</td>`
const row = (cells: readonly string[]): string =>
  [`<table ${plain}><tr>`, tickCell, ...cells, '</tr></table>'].join('\n')

const colourCell: Record<(typeof uses)[number], (colour: string) => string> = {
  background: (colour) =>
    `<td width="${cell.width}" bgcolor="${colour}" style="background-color:${colour};${small}">&nbsp;</td>`,
  // A full block, which is nothing but its colour.
  text: (colour) =>
    `<td width="${cell.width}" align="center" style="color:${colour};font:17px/20px Arial,sans-serif">&#9608;</td>`,
  border: (colour) =>
    `<td width="${cell.width}" valign="top" style="border-top:${borderWidth}px solid ${colour};${small}">&nbsp;</td>`,
}

const stripImage = (index: number): string =>
  `<img src="${cid(`strip-${index}`)}" width="${strip.width}" height="${strip.height}" alt="" style="display:block">`
const gap = (width: number): string => `<td width="${width}" style="${small}">&nbsp;</td>`
/** For rows that may be higher than the tick. */
const topTickCell = `<td valign="top">${tickImage}</td>`

/** What a client's own style sheet and page width decide. */
function writeLayoutRows(): string[] {
  const column = (colour: string): string =>
    `<div style="display:inline-block;width:${columns.width}px;background-color:${colour};font:12px/${tick.height}px Arial,sans-serif">&nbsp;</div>`
  const twoColumns = columns.colours.map(column).join('\n')
  const type = Array.from({ length: lines.count }, () => 'HHHH').join('<br>')
  const { width, colour } = rightToLeft
  return [
    `<table ${plain}><tr>${topTickCell}`,
    `<td width="${columns.width * 2}" valign="top" style="width:${columns.width * 2}px;font-size:0">${twoColumns}</td></tr></table>`,
    `<table ${plain}><tr>${topTickCell}`,
    `<td valign="top" style="padding-left:${cell.gap}px;font-size:${lines.fontSize}px;font-family:Arial,sans-serif;white-space:nowrap">${type}</td></tr></table>`,
    row([gap(strip.width - tick.width)]),
    `<div dir="rtl" style="width:${strip.width}px"><table ${plain} width="${width}" bgcolor="${colour}" style="width:${width}px;background-color:${colour}"><tr>`,
    `<td height="${tick.height}" style="${small}">&nbsp;</td></tr></table></div>`,
  ]
}

/** Says that it supports the dark, has a style for it, and a background of its own. */
export function writeStyledHtml(): string {
  const { page, width, light, dark } = styled
  const cellOf = (name: string): string =>
    `<td class="${name}" width="${width}" bgcolor="${light}" style="background-color:${light};${small}">&nbsp;</td>`
  const rules = Object.entries(dark).map(
    ([name, colour]) => `.${name}{background-color:${colour} !important}`,
  )
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Styled test card</title>',
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}</style></head>`,
    `<body style="background-color:${page}">`,
    ...stripsOf.styled.flatMap((index, turn) => [
      ...(turn === 0
        ? []
        : [row([gap(cell.gap), cellOf('white'), gap(cell.gap), cellOf('pale'), gap(cell.gap)])]),
      stripImage(index),
    ]),
    '</body></html>',
  ].join('\n')
}

/** No style sheet, no background. */
export function writeHtml(addressOf: (name: PictureName) => string): string {
  const strips = stripsOf.plain.map(stripImage)
  const pictureCell = (name: PictureName): string => {
    const address = addressOf(name)
    const size = `width="${marker.size}" height="${marker.size}"`
    if (name === 'background') return `<td ${size} background="${address}" style="${small}">&nbsp;</td>`
    if (name === 'css-background')
      return `<td ${size} style="background-image:url('${address}');${small}">&nbsp;</td>`
    return `<td ${size}><img src="${address}" ${size} alt="" style="display:block"></td>`
  }
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Test card</title></head><body>',
    strips[0],
    ...[greys, colours].flatMap((ones) =>
      uses.map((use) => row([gap(cell.gap), ...ones.map(colourCell[use]), gap(cell.gap), tickCell])),
    ),
    strips[1],
    row([
      gap(ruler.left - tick.width),
      ...Array.from({ length: ruler.count }, () => [
        `<td width="1" bgcolor="#808080" style="background-color:#808080;${small}"></td>`,
        gap(ruler.pitch - 1),
      ]).flat(),
    ]),
    ...textSizes.map((size) =>
      row([
        `<td style="padding-left:4px;font:${size}px/28px Arial,sans-serif;white-space:nowrap">${sample.text}</td>`,
      ]),
    ),
    `<table ${plain} width="${strip.width}"><tr>`,
    ...pictureNames.map(pictureCell),
    '</tr></table>',
    strips[2],
    ...boxWidths.map((width) =>
      [
        `<table ${plain}><tr><td style="padding-right:${boxGap}px">${tickImage}</td>`,
        `<td><table ${plain} width="${width}" bgcolor="#3366cc" style="width:${width}px;background-color:#3366cc"><tr>`,
        `<td height="${tick.height}" style="${small}">&nbsp;</td></tr></table></td></tr></table>`,
      ].join('\n'),
    ),
    strips[3],
    ...writeLayoutRows(),
    strips[4],
    '</body></html>',
  ].join('\n')
}
