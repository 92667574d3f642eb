import { drawIn, withHead } from '../../../tests/draw-in-client'

const outlooks = ['OL2007', 'OL2010', 'OL2013', 'OL2016', 'OL2019', 'OL2021', 'OL365']
const all = [...outlooks, 'WINDOWS10MAIL']

const draw = (css: string, body: string, code = 'OL2016') =>
  drawIn(code, withHead(`<style>${css}</style>`, body))
const message = (css: string, body: string, code?: string) => draw(css, body, code).message

describe('selectors in Word', () => {
  it.each(all)('%s draws .a.b as .a', (code) => {
    const body = '<p class="a">x</p><p class="a b">y</p><p class="b">z</p>'
    expect(message('.a.b{color:red}', body, code)).toBe(message('.a{color:red}', body, code))
    expect(draw('.a.b{color:red}', body, code).changes).toContainEqual(
      expect.objectContaining({ rule: 'class-chain-cut', what: '.a.b', where: { line: 1, column: 35 } }),
    )
  })

  it.each(all)('%s matches only the first class of an element', (code) => {
    expect(message('.a{color:red}.b{color:blue}', '<p class="a b">x</p><p class="b a">y</p>', code)).toBe(
      '<p class="a b" style="color:red">x</p><p class="b a" style="color:blue">y</p>',
    )
  })

  it.each([
    '[title]',
    'p:first-child',
    'p:hover',
    'div>p',
    'p+p',
    'p~p',
    '*',
    'p::first-line',
    'p:nth-child(1)',
    'p:not(.x)',
  ])('does not honour %s', (selector) => {
    const drawn = draw(`${selector}{color:red}`, '<div><p title="t">x</p><p title="t">y</p></div>')
    expect(drawn.message).not.toContain('color')
    expect(drawn.rules).toEqual(['selector-unsupported'])
  })

  it.each(['p', '.a', '#i', 'P', '.A', 'p.a', 'div p', 'div .a', 'table,p', '.o div #i'])(
    'honours %s',
    (selector) => {
      expect(
        message(`${selector}{color:red}`, '<div class="o"><div><p class="a" id="i">x</p></div></div>'),
      ).toContain('id="i" style="color:red">')
    },
  )

  it('draws a:link, and only links', () => {
    expect(message('a:link{color:red}', '<a href="#">x</a><a name="y">y</a>')).toBe(
      '<a href="#" style="color:red">x</a><a name="y">y</a>',
    )
  })

  it('reads no media query, but the rules beside it', () => {
    const drawn = draw(
      '@media (min-width:1px){p{color:red}}@supports (color:red){p{color:red}}p{color:blue}',
      '<p>x</p>',
    )
    expect(drawn.message).toBe('<p style="color:blue">x</p>')
    expect(drawn.rules).toEqual(['at-rule-unsupported', 'at-rule-unsupported'])
  })
})

describe('the body in Word', () => {
  it.each([
    '',
    '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]-->',
  ])('has its rules after %j', (before) => {
    const style = '<style>body{color:red}p{color:blue}</style>'
    const { page, rules } = drawIn(
      'OL2016',
      `<html><head>${before}${style}</head><body><p>x</p></body></html>`,
    )
    expect(page).toMatch(/<body[^>]* style="[^"]*color:red/)
    expect(page).toContain('<p style="color:blue">')
    expect(rules).not.toContain('style-after-use')
  })
})

describe('the cascade in Word', () => {
  it.each([
    ['p{color:red}p{color:blue}', '', 'color:blue'],
    ['.a{color:red}p{color:blue}', '', 'color:red'],
    ['#i{color:red}.a{color:blue}', '', 'color:red'],
    ['p{color:red}', 'color:blue', 'color:blue'],
    ['p{margin:4px}', 'margin-left:0', 'margin:4px;margin-left:0'],
    ['p{margin-left:0}', 'margin:4px', 'margin-left:0;margin:4px'],
    ['p{color:red;color:lab(1 2 3)}', '', 'color:red'],
    ['p{color:red !important}', 'color:blue', 'color:blue;color:red'],
    ['p{color:red !important}.a{color:blue}', '', 'color:blue;color:red'],
  ])('makes of %s and style="%s": %s', (css, own, expected) => {
    expect(message(css, `<p class="a" id="i" style="${own}">x</p>`)).toContain(`style="${expected}"`)
  })

  it.each(all)('%s does not apply a style sheet to elements before it', (code) => {
    const html = '<p>before</p><style>p{color:red}</style><p>behind</p>'
    const drawn = drawIn(code, html)
    expect(drawn.message).toBe('<p>before</p><p style="color:red">behind</p>')
    expect(drawn.changes).toEqual([
      expect.objectContaining({
        rule: 'style-after-use',
        what: 'p',
        where: { line: 1, column: 14 },
        count: 1,
      }),
    ])
  })

  it('splits a style attribute that two types of element share', () => {
    expect(message('', '<p style="color:red">x</p><div style="color:red">y</div>')).toBe(
      '<p style="color:red">x</p><div style="color:red">y</div>',
    )
  })

  it('ignores a style sheet for other media', () => {
    expect(drawIn('OL2016', '<style media="print">p{color:red}</style><p>x</p>').message).toBe('<p>x</p>')
    expect(drawIn('OL2016', '<style media="screen">p{color:red}</style><p>x</p>').message).toContain(
      'color:red',
    )
  })

  it.each(all)('%s filters a linked style sheet like any other, in its place', (code) => {
    const link = '<link rel="stylesheet" href="https://x.y/a.css">'
    const sheet = 'p>b{color:red}p.a.b{color:blue;float:left}@media all{p{color:lime}}'
    const {
      message: linked,
      changes,
      page,
    } = drawIn(code, withHead(link, '<p class="a"><b>x</b></p>'), {
      styleSheet: (url) => (url === 'https://x.y/a.css' ? sheet : null),
    })
    expect(linked).toBe(message(sheet, '<p class="a"><b>x</b></p>', code))
    expect(linked).toContain('color:blue')
    expect(page).not.toContain('<link')
    expect(changes).toContainEqual(
      expect.objectContaining({ rule: 'selector-unsupported', where: { line: 1, column: 28 } }),
    )
  })

  it('gives a linked style sheet that was not frozen the address that never loads', () => {
    const { page } = drawIn('OL2016', '<link rel="stylesheet" href="https://x.y/a.css"><p>x</p>')
    expect(page).toContain('<link rel="stylesheet"')
  })
})

describe('!important in Word', () => {
  it.each(outlooks)('%s drops an inline declaration that has it', (code) => {
    const drawn = draw('', '<p style="color:red;color:blue !important">x</p>', code)
    expect(drawn.message).toBe('<p style="color:red">x</p>')
    expect(drawn.rules).toEqual(['inline-important-dropped'])
  })

  it('is honoured inline by Windows 10 Mail', () => {
    expect(message('p{color:red}', '<p style="color:blue !important">x</p>', 'WINDOWS10MAIL')).toContain(
      'color:blue',
    )
  })

  it.each(all)('%s honours it only after a blank', (code) => {
    const drawn = draw('p{color:red}p{color:blue!important}', '<p>x</p>', code)
    expect(drawn.message).toBe('<p style="color:red">x</p>')
    expect(drawn.rules).toEqual(['important-without-blank'])
    expect(message('p{color:blue !important}p{color:red}', '<p>x</p>', code)).toContain('color:blue')
  })

  it.each([
    ['Arial!important', '"Times New Roman",serif'],
    ['Georgia,Arial!important', '"Georgia",serif'],
    ['Georgia, sans-serif!important', '"Georgia",serif'],
    ['Arial !important', '"Arial",sans-serif'],
  ])('makes of the inline font-family %s: %s', (value, expected) => {
    expect(message('', `<p style="font-family:${value}">x</p>`)).toBe(
      `<p style="font-family:${expected.replaceAll('"', '&quot;')}">x</p>`,
    )
  })
})
