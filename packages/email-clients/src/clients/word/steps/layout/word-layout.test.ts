import { drawIn } from '../../../../../tests/draw-in-client'
import { drawWithSteps } from '../../../../../tests/draw-with-steps'
import { inlineRules } from '../inline-rules'
import type { WordVersion } from '../../word-version'
import { fillEmptyCells } from './fill-empty-cells'
import { wordLayout } from './word-layout'

const draw = (html: string, version: WordVersion = 2019) =>
  drawWithSteps([inlineRules, ...wordLayout(version), fillEmptyCells], html)
const body = (html: string, version?: WordVersion) => draw(html, version).body
const withStyle = (css: string, html: string, version?: WordVersion) =>
  draw(`<html><head><style>${css}</style></head><body>${html}</body></html>`, version)
const row = (...cells: string[]) =>
  `<table><tbody><tr>${cells.map((style) => `<td style="${style}">x</td>`).join('')}</tr></tbody></table>`

describe('Word honours some properties on some elements only', () => {
  it.each([
    ['<p style="padding:9px">x</p>', '<p>x</p>'],
    ['<div style="padding-left:9px;color:red">x</div>', '<div style="color:red">x</div>'],
    ['<div style="width:50px;height:60px">x</div>', '<div>x</div>'],
    ['<p style="width:50px">x</p>', '<p>x</p>'],
    ['<span style="width:50px;margin:4px">x</span>', '<span>x</span>'],
    ['<img style="width:50px;height:auto" width="9">', '<img width="9">'],
    ['<table style="padding:9px;width:50px"></table>', '<table style="width:50px"></table>'],
    ['<h1 style="width:50px;height:9px">x</h1>', '<h1 style="width:50px;height:9px">x</h1>'],
  ])('draws %s as %s', (sent, shown) => {
    expect(body(sent)).toBe(shown)
  })

  it('keeps padding, width and height of cells', () => {
    const cell = row('padding:9px;width:50px;height:60px')
    expect(body(cell)).toBe(cell)
    expect(draw(cell).changes).toEqual([])
  })

  it('ignores the background and margin of <html>, so that the page has the background of <body>', () => {
    const { page } = withStyle('html{background:#fff;margin:9px}body{background:#eef}', 'x')
    expect(page).toContain('<html>')
    expect(page).toContain('<body style="background:#eef">')
  })

  it('drops margin and width of <body>', () => {
    expect(draw('<body style="margin:9px;width:50px;color:red">x</body>').page).toContain(
      '<body style="color:red">',
    )
  })

  it('judges the properties of a rule by the elements that it matches', () => {
    const { body: shown } = withStyle(
      '.a{padding:5px;width:9px}',
      '<p class="a">x</p><table class="a"><tbody><tr><td class="a">x</td></tr></tbody></table>',
    )
    expect(shown).toBe(
      '<p class="a">x</p><table class="a" style="width:9px"><tbody><tr><td class="a" style="padding:5px;width:9px">x</td></tr></tbody></table>',
    )
  })

  it('splits a style attribute that elements of different types share', () => {
    expect(body('<p style="width:9px">x</p><h1 style="width:9px">x</h1>')).toBe(
      '<p>x</p><h1 style="width:9px">x</h1>',
    )
  })

  it('honours max-width on tables alone from 2019 on', () => {
    const html = '<div style="max-width:9px">x</div><table style="max-width:9px"></table>'
    expect(body(html, 2019)).toBe('<div>x</div><table style="max-width:9px"></table>')
  })

  it('reports what it removed, with source and place', () => {
    expect(draw('<div>\n<p style="padding:9px">x</p></div>').changes).toEqual([
      {
        rule: 'property-not-on-element',
        what: 'padding on <p>',
        where: { line: 2, column: 4 },
        count: 1,
        source: 'caniemail css-padding note 1, 2019-07',
      },
    ])
  })
})

describe('Word gives all cells of a row the largest vertical padding', () => {
  it.each([
    [
      row('padding:10px', 'padding:30px 5px 2px'),
      ['padding:10px;padding-top:30px!important', 'padding:30px 5px 2px;padding-bottom:10px!important'],
    ],
    [row('padding-top:6pt', 'padding-top:8px'), ['padding-top:6pt', 'padding-top:8px']],
    [
      row('padding:0', 'color:red'),
      ['padding:0;padding-top:1px!important;padding-bottom:1px!important', 'color:red'],
    ],
  ])('%s', (html, styles) => {
    expect([...body(html).matchAll(/<td style="([^"]*)"/g)].map(([, style]) => style)).toEqual(styles)
  })

  it('including padding from rules and cellpadding', () => {
    const { body: shown } = withStyle(
      '.a td{padding-top:20px}td{padding-top:50px}',
      '<table class="a" cellpadding="7"><tr><td>x<td style="padding-top:3px">y</table>',
    )
    expect(shown).toContain(
      '<td style="padding-top:20px">x</td><td style="padding-top:3px;padding-top:20px!important">',
    )
    expect(body('<table cellpadding="7"><tr><td>x<td style="padding:3px">y</table>')).toContain(
      '<td>x</td><td style="padding:3px;padding-top:7px!important;padding-bottom:7px!important">',
    )
  })

  it('but not their horizontal padding, and not those of other rows', () => {
    const html = `${row('padding:1px 9px', 'padding:1px 2px')}${row('padding:40px', 'padding:40px')}`
    expect(body(html)).toBe(html)
  })
})

describe('Word limits borders and margins', () => {
  it.each([
    ['<h1 style="border-left-width:1in">x</h1>', '<h1 style="border-left-width:8px">x</h1>'],
    ['<div style="border:6pt solid">x</div>', '<div style="border:6pt solid">x</div>'],
    ['<h1 style="border-radius:20px">x</h1>', '<h1 style="border-radius:20px">x</h1>'],
    ['<h1 style="margin:-5px 4px">x</h1>', '<h1 style="margin-right:4px;margin-left:4px">x</h1>'],
    ['<h1 style="margin-left:auto">x</h1>', '<h1>x</h1>'],
  ])('draws %s as %s', (sent, shown) => {
    expect(body(sent)).toBe(shown)
  })

  it('paints a background over the margin, which keeps its size', () => {
    expect(body('<p style="background:red;margin:0 0 9px">x</p>')).toBe(
      '<p style="background:red;margin-top:0;margin-right:0;margin-bottom:0;margin-left:0;padding-bottom:9px">x</p>',
    )
  })

  it.each(['<p style="margin:9px">x</p>', '<p style="background:none;margin:9px">x</p>'])(
    'and leaves the margin of %s alone',
    (html) => {
      expect(body(html)).toBe(html)
    },
  )
})

describe('Word draws the border of a table', () => {
  it('as black lines, one between two cells', () => {
    expect(
      body(
        '<table border="1" cellspacing="0"><tr><td>x</td><td style="border:2px solid red">y</td></tr></table>',
      ),
    ).toBe(
      '<table border="1" cellspacing="0" style="border:1px solid black;border-collapse:collapse"><tbody><tr>' +
        '<td style="border:1px solid black">x</td><td style="border:1px solid black;border:2px solid red">y</td></tr></tbody></table>',
    )
    expect(body('<table border="3"><tr><td>x</td></tr></table>')).toContain('style="border:3px solid black"')
  })

  it.each(['<table border="0"><tbody></tbody></table>', '<table><tbody></tbody></table>'])(
    'but of %s none',
    (html) => {
      expect(body(html)).toBe(html)
    },
  )

  it('not around the cells of tables inside', () => {
    expect(body('<table border="1"><tr><td><table><tr><td>x</td></tr></table></td></tr></table>')).toContain(
      '<td>x</td>',
    )
  })
})

describe('Word reports bugs of Outlook that depend on heights', () => {
  const rowOf = (height: number) => `<tr><td height="${height}">x</td></tr>`
  const long = `<table>\n${rowOf(1000)}\n${rowOf(700)}\n${rowOf(400)}\n${rowOf(400)}</table>`

  it.each([2007, 2010, 2013] as const)('%s: a row that crosses a page', (version) => {
    const told = draw(`<table><tr><td>${long}</td></tr></table>`, version).changes
    expect(told).toContainEqual(
      expect.objectContaining({ rule: 'page-gap-possible', where: { line: 4, column: 1 }, count: 1 }),
    )
  })

  it('but no row that crosses a page in a short email, or since 2016', () => {
    expect(draw(long, 2016).rules).not.toContain('page-gap-possible')
    expect(draw(`<table>${rowOf(1000)}</table>`, 2010).rules).not.toContain('page-gap-possible')
  })

  it('since 2013: rows whose height is not a whole number of half points', () => {
    const told = draw(
      '<table><tr>\n<td height="15">x</td><td style="line-height:23.4px">y</td><td height="16">z</td></tr></table>',
      2016,
    )
    expect(told.changes.filter(({ rule }) => rule === 'one-pixel-line-possible')).toEqual([
      expect.objectContaining({ what: 'height of 15px', where: { line: 2, column: 1 } }),
      expect.objectContaining({ what: 'line-height of 23.4px' }),
    ])
    expect(draw('<table><tr><td height="15">x</td></tr></table>', 2010).rules).not.toContain(
      'one-pixel-line-possible',
    )
  })
})

describe('Word gives an empty cell a line', () => {
  it.each([
    ['<td height="4"></td>', '<td height="4">&nbsp;</td>'],
    ['<td style="font-size:0;line-height:0"> </td>', '<td style="font-size:0;line-height:0"> &nbsp;</td>'],
    ['<td>x</td>', '<td>x</td>'],
    ['<td><img></td>', '<td><img></td>'],
    ['<td>&nbsp;</td>', '<td>&nbsp;</td>'],
  ])('of %s makes %s', (sent, shown) => {
    const inTable = (cell: string) => `<table><tbody><tr>${cell}</tr></tbody></table>`
    expect(body(inTable(sent))).toBe(inTable(shown))
  })

  it('treats a cell as empty if Word does not honour its content', () => {
    expect(drawIn('OL2016', '<table><tr><td><input type="checkbox"></td></tr></table>').message).toContain(
      '<td>&nbsp;</td>',
    )
  })
})

describe('Word sizes images by attributes', () => {
  it.each([
    ['<img width="100%">', '<img>'],
    ['<img width="50%" height="30">', '<img height="60" style="zoom:0.5">'],
    ['<img width="50" height="30">', '<img width="50" height="30">'],
    ['<img height="20%">', '<img style="zoom:0.2">'],
  ])('draws %s as %s: a percentage is of the file', (sent, shown) => {
    expect(body(sent)).toBe(shown)
  })

  it('cuts off at 18 inches in 2007', () => {
    const html = '<img width="600" height="3456">'
    expect(body(html, 2007)).toBe('<img width="600" style="height:1728px;object-view-box:inset(0 0 50%0)">')
    expect(body(html, 2010)).toBe(html)
    expect(body('<img width="600" height="1700">', 2007)).toBe('<img width="600" height="1700">')
    expect(body('<img width="600">', 2007)).toContain('max-height:1728px')
  })
})

describe('Word puts the start of a text under a left-aligned table', () => {
  const beside = (cell: string, text: string) =>
    `<table><tbody><tr><td ${cell}><table align="left"></table>${text}</td></tr></tbody></table>`

  it('if their container has a background', () => {
    const sent = beside('bgcolor="#fff"', '<p>x</p>')
    expect(body(sent)).toContain(
      '<table align="left" style="margin-left:0;margin-right:2.25pt;position:relative;margin-right:-4px">',
    )
  })

  it.each([
    ['nothing behind it', beside('class="a"', '<p>x</p>')],
    ['the cure', beside('bgcolor="#fff"', '<p style="mso-text-indent-alt:4px">x</p>')],
  ])('but not with %s', (_name, html) => {
    expect(draw(html).rules).not.toContain('text-under-aligned-table')
  })
})
