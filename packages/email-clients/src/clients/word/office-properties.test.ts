import { drawIn, withHead } from '../../../tests/draw-in-client'

const all = ['OL2007', 'OL2010', 'OL2013', 'OL2016', 'OL2019', 'OL2021', 'OL365', 'WINDOWS10MAIL']

const message = (body: string, css = '', code = 'OL2016') =>
  drawIn(code, withHead(`<style>${css}</style>`, body)).message

/** The declarations of the element whose text is x, without those that only Word reads. */
function styleOf(body: string, css = '', code?: string): string {
  const drawn = message(body, css, code)
  const style = /style="([^"]*)"[^>]*>x/.exec(drawn)?.[1] ?? ''
  return style
    .split(';')
    .filter((declaration) => !declaration.startsWith('mso-'))
    .join(';')
}
const p = (style: string) => `<p style="${style}">x</p>`
const cell = (style: string) => `<table><tr><td style="${style}">x</td></tr></table>`

describe.each(all)("Word's own properties in %s", (code) => {
  it.each([
    [cell('padding:8px;mso-padding-alt:2px'), cell('padding:2px')],
    [cell('mso-padding-alt:2px;padding:8px'), cell('padding:2px')],
    [p('mso-margin-top-alt:9px;margin:0'), p('margin:0;margin-top:9px')],
    [p('mso-text-indent-alt:9px'), p('text-indent:9px')],
    [p('mso-color-alt:#f00;color:blue'), p('color:#f00')],
    [p('mso-border-alt:8px solid red;border:1px solid blue'), p('border:8px solid red')],
    [p('mso-ansi-font-size:30px;font-size:10px'), p('font-size:30px')],
    [p('mso-ansi-font-size:30'), p('font-size:30px')],
    [p('mso-ansi-font-weight:bold'), p('font-weight:bold')],
    [p('mso-ansi-font-style:italic'), p('font-style:italic')],
    [p('mso-style-textfill-fill-color:#f00'), p('color:#f00')],
    [p('mso-line-height-alt:150%'), p('line-height:150%')],
  ])('draw %s as %s', (sent, shown) => {
    expect(styleOf(sent, '', code)).toBe(styleOf(shown, '', code))
    expect(styleOf(shown, '', code)).not.toBe('')
  })

  it('have no effect if Word does not honour the property that they replace', () => {
    expect(styleOf(p('mso-float-alt:left'), '', code)).toBe('')
  })

  it('are overridden by !important in a style sheet', () => {
    expect(styleOf(cell('mso-padding-alt:2px'), 'td{padding:8px !important}', code)).toContain('padding:8px')
    expect(styleOf(cell('mso-padding-alt:2px'), 'td{padding:8px}', code)).toBe('padding:2px')
  })

  it('hide an element with mso-hide:all, but not the tables inside', () => {
    expect(message('<div style="mso-hide:all">a</div><p>b</p>', '', code)).toBe('<p>b</p>')
    const nested = '<table><tbody><tr><td>t</td></tr></tbody></table>'
    expect(message(`<div style="mso-hide:all">a${nested}b</div>`, '', code)).toBe(nested)
    expect(message(`<div style="display:none"><p>a</p><p>${nested}</p></div>`, '', code)).toBe(nested)
  })

  it('hide a nested table that has mso-hide itself', () => {
    expect(
      message('<div style="mso-hide:all"><table style="mso-hide:all"><tr><td>t</table></div>', '', code),
    ).toBe('')
  })

  it('leave the table in a hidden cell, row and table', () => {
    const inner = '<table><tbody><tr><td>t</td></tr></tbody></table>'
    const outer = (cellStyle: string, rowStyle: string) =>
      `<table><tbody><tr${rowStyle}><td${cellStyle}>a${inner}</td></tr></tbody></table>`
    const hidden = ' style="display:none"'
    const expected = `<table><tbody><tr><td>${inner}</td></tr></tbody></table>`
    expect(message(outer(hidden, ''), '', code)).toBe(expected)
    expect(message(outer('', hidden), '', code)).toBe(expected)
  })

  it('do not hide a picture', () => {
    const drawn = drawIn(code, '<img src="https://a.b/c.png" style="display:none">')
    expect(drawn.message).not.toContain('display')
    expect(drawn.rules).toContain('image-not-hidden')
    expect(drawIn(code, '<div style="display:none"><img src="https://a.b/c.png"></div>').message).toBe('')
  })
})

describe('line heights in Word', () => {
  it('in a fixed unit are the minimum of a line', () => {
    expect(styleOf(p('line-height:10px'))).toBe('line-height:max(10px,var(--word-least-line,1.15em))')
    expect(drawIn('OL2016', p('line-height:10px')).rules).toEqual(['office-property'])
  })

  it.each(['120%', '1.5', 'normal'])('of %s are as in CSS', (height) => {
    expect(styleOf(p(`line-height:${height}`))).toBe(`line-height:${height}`)
  })

  it('are as high as larger text inside needs', () => {
    expect(message('<div style="line-height:10px"><a href="#" style="font-size:16px">x</a></div>')).toContain(
      '<a href="#" style="font-size:16px;line-height:max(10px,var(--word-least-line,1.15em))">',
    )
    expect(message('<div style="line-height:10px"><h1>x</h1></div>')).toContain(
      '<h1 style="line-height:max(10px',
    )
  })

  it('are not changed if the text needs less', () => {
    expect(drawIn('OL2016', p('font-size:16px;line-height:24px')).changes).toEqual([])
  })

  it('are exact with mso-line-height-rule, also in elements inside', () => {
    expect(styleOf(p('line-height:10px;mso-line-height-rule:exactly'))).toBe(
      '--word-least-line:0px;line-height:max(10px,var(--word-least-line,1.15em))',
    )
  })
})

describe('pictures in lines of Word', () => {
  const image = '<img src="https://a.b/c.png" height="40">'
  const exact = (height: string, inside = image) =>
    `<p style="mso-line-height-rule:exactly;line-height:${height}">${inside}</p>`

  it('are cropped to a line of an exact height, which shows their lowest part', () => {
    expect(message(exact('20px'))).toMatch(
      /<span style="display:inline-flex;align-items:flex-end;height:20px;overflow:hidden[^>]*><img[^>]*><\/span>/,
    )
    expect(drawIn('OL2016', exact('20px')).rules).toContain('picture-cropped-to-line')
    const table = `<table><tr><td style="mso-line-height-rule:exactly;line-height:15pt"><a href="#">${image}</a></td></tr></table>`
    expect(message(table)).toContain('height:20px;overflow:hidden')
  })

  it.each(['0', '0px', '100%', '1.5', 'normal', '48px'])('are whole in one of %s', (height) => {
    expect(message(exact(height))).not.toContain('overflow')
  })

  it('are whole in a line with a minimum height, and in a cell without a line height', () => {
    expect(message(`<p style="line-height:20px">${image}</p>`)).not.toContain('overflow')
    const table = `<table><tr><td>${image}</td></tr></table>`
    expect(
      message(`<div style="mso-line-height-rule:exactly;line-height:20px">${table}</div>`),
    ).not.toContain('overflow')
  })

  it.each(['border:2px solid red', 'padding:9px', 'margin:9px', 'border-left:2px solid red'])(
    'have no %s',
    (style) => {
      expect(message(`<img src="https://a.b/c.png" style="${style}">`)).not.toContain('style')
    },
  )
})

describe('text and tables in Word', () => {
  it('raises the text of an inline element, and adds space below that of a block', () => {
    expect(styleOf('<i style="mso-text-raise:30pt">x</i>')).toBe('vertical-align:30pt')
    expect(styleOf(cell('mso-text-raise:9px'))).toBe('padding-bottom:9px')
    expect(styleOf(cell('mso-text-raise:-9px'))).toBe('padding-top:9px')
  })

  it('widens blanks with mso-font-width', () => {
    expect(styleOf('<i style="mso-font-width:300%">x</i>')).toBe('letter-spacing:0.800em')
    expect(styleOf('<i style="mso-font-width:-100%;letter-spacing:25px">x</i>')).toBe('letter-spacing:25px')
  })

  it('keeps text away from an aligned table by mso-table-lspace and mso-table-rspace', () => {
    const table = (style: string, side = 'left') =>
      `<table align="${side}" style="${style}"><tr><td>t</td></tr></table>x`
    expect(message(table(''))).toContain('margin-left:0;margin-right:2.25pt')
    expect(message(table('', 'right'))).toContain('margin-left:2.25pt;margin-right:0')
    expect(message(table('mso-table-lspace:0pt;mso-table-rspace:5pt'))).toContain('margin-right:5pt')
    expect(message(table('margin:0 9px 0 -9px'))).toContain('margin-left:0;margin-right:9px')
    expect(message(table('').replace('align="left"', 'align="center"'))).not.toContain('margin')
  })

  it('does not widen a cell by the space beside a table that is alone in it', () => {
    const inCell = `<table><tr><td><table align="left" width="600"><tr><td>t</td></tr></table></td></tr></table>`
    expect(message(inCell)).toContain('margin-left:0;margin-right:0')
  })

  it('ignore mso- properties in other clients', () => {
    expect(drawIn('CHROMEGMAILNEW', p('mso-hide:all;mso-color-alt:red')).message).toContain('<p>x</p>')
  })
})
