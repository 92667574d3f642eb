import { drawIn } from '../../../../../tests/draw-in-client'

const all = ['OL2007', 'OL2010', 'OL2013', 'OL2016', 'OL2019', 'OL2021', 'OL365', 'WINDOWS10MAIL']

const message = (html: string, code = 'OL2016') => drawIn(code, html).message
/** The last declared value of each property of the first element. */
function styleOf(html: string, code?: string): Record<string, string> {
  const [, style = ''] = /style="([^"]*)"/.exec(message(html, code)) ?? []
  return Object.fromEntries(
    style.split(';').flatMap((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return /^(?:margin|padding|background-clip)/.test(name) ? [[name, value]] : []
    }),
  )
}
const inCell = (html: string) => `<table><tbody><tr><td>${html}</td></tr></tbody></table>`

/**
 * Real pictures of EDMdesigner/modern-html-email-tutorial, c113fc4, lesson09 and lesson10, 2017, measured in pixels.
 */
describe.each(all)('paragraphs in %s', (code) => {
  it('have their border and padding outside of their indent', () => {
    const bordered = '<p style="margin:20px;padding:10px;border:2px dashed #a0a0a0;background:#cdcdcd">x</p>'
    expect(styleOf(bordered, code)).toEqual({
      'margin-top': '20px',
      'margin-right': '8px',
      'margin-bottom': '20px',
      'margin-left': '8px',
      'padding-top': '10px',
      'padding-right': '10px',
      'padding-bottom': '10px',
      'padding-left': '10px',
    })
  })

  it('have no padding on sides without a border', () => {
    const sided = '<h3 style="margin:0;padding:20px 40px;border-left:8px solid #777">x</h3>'
    expect(styleOf(sided, code)).toEqual({
      'margin-top': '0',
      'margin-right': '0',
      'margin-bottom': '0',
      'margin-left': '-48px',
      'padding-left': '40px',
    })
    expect(message('<h1 style="padding:10px">x</h1>', code)).toBe('<h1>x</h1>')
    expect(styleOf('<p style="padding:9px;border:1px none red">x</p>', code)).toEqual({})
  })

  it('have automatic space of 14 pt for any text size, and none at the edges of a cell', () => {
    expect(drawIn(code, '<p>x</p>').page).toContain('p,h1,h2,h3,h4,h5,h6{margin-top:14pt;margin-bottom:14pt}')
    expect(message(inCell('<p>a</p><div><h1>b</h1></div>'), code)).toBe(
      inCell('<p style="margin-top:0">a</p><div><h1 style="margin-bottom:0">b</h1></div>'),
    )
    expect(message(inCell('<p style="margin:9px">a</p>'), code)).toBe(inCell('<p style="margin:9px">a</p>'))
    expect(message(inCell('a<p>b</p>c'), code)).toBe(inCell('a<p>b</p>c'))
  })
})

describe.each(all)('divisions in %s', (code) => {
  it('have their borders at their margin, and their background only behind their lines', () => {
    const division =
      '<div style="margin:20px;padding:10px;border:2px dashed #a0a0a0;background:#cdcdcd">x</div>'
    expect(styleOf(division, code)).toEqual({
      'margin-top': '20px',
      'margin-right': '20px',
      'margin-bottom': '20px',
      'margin-left': '20px',
      'padding-top': '10px',
      'padding-right': '10px',
      'padding-bottom': '10px',
      'padding-left': '10px',
      'background-clip': 'content-box',
    })
  })

  it('have the padding of the sides that have a border, quotations too', () => {
    const quotation =
      '<blockquote style="margin:30px 0;padding:20px 40px 20px 20px;border-left:16px solid #7d7d7d">x</blockquote>'
    expect(styleOf(quotation, code)).toEqual({
      'margin-top': '30px',
      'margin-right': '0',
      'margin-bottom': '30px',
      'margin-left': '0',
      'padding-left': '20px',
    })
    expect(message('<div style="padding:9px;background:#eee">x</div>', code)).toBe(
      '<div style="background:#eee">x</div>',
    )
  })
})

describe.each(all)('lists in %s', (code) => {
  const texts = (html: string) =>
    [...message(html, code).matchAll(/min-width:24px;margin-inline-start:-24px[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    )
  const items = (...inside: string[]) => inside.map((text) => `<li>${text}</li>`).join('')

  it('indent text by 48 px, or by the margin that they set', () => {
    expect(drawIn(code, '<p>x</p>').page).toContain('ul,ol{margin:0;margin-inline-start:48px;padding:0}')
    expect(message('<ul><li>x</li></ul>', code)).toMatch(/^<ul><li/)
    expect(styleOf('<ul style="margin:10px 0 10px 20px;padding-left:9px"><li>x</li></ul>', code)).toEqual({
      'margin-right': '0',
      'margin-left': '20px',
    })
    expect(styleOf('<ol style="padding:0;margin:0"><li>x</li></ol>', code)).toMatchObject({
      'margin-left': '0',
    })
  })

  it('have their markers 24 px before the text, in its line', () => {
    expect(texts(`<ul>${items('a', 'b')}</ul>`)).toEqual(['\u2022', '\u2022'])
    expect(texts(`<ul>${items(`a<ul>${items(`b<ol>${items('c')}</ol>`)}</ul>`)}</ul>`)).toEqual([
      '\u2022',
      'o',
      '1.',
    ])
    expect(texts(`<ol start="3">${items('a', 'b')}<li value="9">c</ol>`)).toEqual(['3.', '4.', '9.'])
    expect(texts(`<ol type="i">${items('a', 'b', 'c', 'd')}</ol>`)).toEqual(['i.', 'ii.', 'iii.', 'iv.'])
    expect(texts(`<ol style="list-style-type:upper-alpha" start="26">${items('a', 'b')}</ol>`)).toEqual([
      'Z.',
      'AA.',
    ])
    expect(texts(`<ul style="list-style:none">${items('a')}</ul>`)).toEqual([])
    expect(message(`<ul>${items('<p>a</p>')}</ul>`, code)).toMatch(/<p[^>]*><span[^>]*>\u2022<\/span>a<\/p>/)
  })

  it('begin their text directly after the space of the marker, without a blank', () => {
    for (const item of ['\n a', '<b>\n a</b>', '\n <p>\n a</p>', '\n <!-- c -->a']) {
      expect(message(`<ul><li>${item}</li></ul>`, code)).toMatch(/\u2022<\/span>(?:<b>)?a/)
    }
    expect(message('<ul><li> <img src="https://a.b/c.png"> a</li></ul>', code)).toMatch(
      /<\/span><img[^>]*> a</,
    )
  })

  it('have no vertical margins of their own, but their items have', () => {
    const drawn = drawIn(code, `x<ul style="margin:30px 0">${items('a', 'b', 'c')}</ul>y`)
    expect(
      [...drawn.message.matchAll(/<li style="margin-top:([^;]*);margin-bottom:([^";]*)/g)].map(
        ([, ...ends]) => ends,
      ),
    ).toEqual([
      ['18.667px', '0'],
      ['0', '0'],
      ['0', '18.667px'],
    ])
    expect(drawn.message).not.toContain('30px')
    expect(message('x<ul><li style="margin:0 0 8px">a</li></ul>y', code)).toContain(
      '<li style="margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">',
    )
  })

  it('in a table in a list are not nested in that list', () => {
    expect(texts(`<ul>${items(inCell(`<ul>${items('a')}</ul>`))}</ul>`)).toEqual(['\u2022', '\u2022'])
  })
})
