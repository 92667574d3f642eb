import { drawIn } from '../../../tests/draw-in-client'

const cell = (attributes: string, content = 'x'): string =>
  `<table><tbody><tr><td ${attributes}>${content}</td></tr></tbody></table>`
const drawn = (html: string, code = 'OL365'): string => drawIn(code, html).message
const white = 'color:#ffffff'

describe('automatic text', () => {
  it.each([
    ['bgcolor="#333333"', true],
    ['bgcolor="#444444"', false],
    ['style="background-color:#000080"', true],
    ['style="background:#008000"', false],
    ['bgcolor="#333333" style="background:#eeeeee"', false],
    ['bgcolor="#333333" style="color:#111111"', false],
    ['bgcolor="#333333" style="color:windowtext"', true],
    ['bgcolor="#333333" style="color:rgba(255,255,255,.5)"', true],
  ])('over a cell with %s: white is %s', (attributes, isWhite) => {
    expect(drawn(cell(attributes)).includes(white)).toBe(isWhite)
  })

  it('is white once, where the dark background begins, and black again over a light one in it', () => {
    const html = drawn(cell('bgcolor="#000000"', '<p>a</p><p style="background-color:#ffff00">b</p>'))
    expect(html).toContain(`<td bgcolor="#000000" style="${white}">`)
    expect(html.split(white)).toHaveLength(2)
    expect(html).toMatch(/background-color:#ffff00;[^"]*color:#000000/)
  })

  it('is white in tables inside, which take no colour from around them', () => {
    const html = drawn(cell('bgcolor="#000000"', cell('', 'x')))
    expect(html.slice(html.lastIndexOf('<table'))).toMatch(/^<table[^>]* style="[^"]*color:#ffffff/)
  })

  it('stays as it is in links, in text with a colour, and where there is no text', () => {
    const others = [
      '<a href="https://x.y/">x</a>',
      '<font color="red">x</font>',
      '<i style="color:red">x</i>',
      '&nbsp;',
    ]
    for (const content of others) expect(drawn(cell('bgcolor="#000000"', content))).not.toContain(white)
    expect(drawn(`<div style="color:#eeeeee">${cell('bgcolor="#000000"')}</div>`)).not.toContain(white)
  })

  it('is black over a black cell that the black theme makes white', () => {
    const html = drawn(cell('bgcolor="#000000"'), 'OL365DARK')
    expect(html).toMatch(/<td bgcolor="#ffffff" style="color:#262626">/)
  })

  it('is told with the element whose background is dark', () => {
    const { changes } = drawIn('OL365', `<p>a</p>\n${cell('bgcolor="#000000"')}`)
    expect(changes.filter(({ rule }) => rule === 'automatic-text-white')).toMatchObject([
      { what: 'text in <td>', where: { line: 2 } },
    ])
  })
})
