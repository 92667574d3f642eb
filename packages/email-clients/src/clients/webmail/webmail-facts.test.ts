import { drawIn, withHead } from '../../../tests/draw-in-client'

const messageOf = (code: string, html: string) => drawIn(code, html).message
const inlineOf = (code: string, css: string) =>
  /<p style="([^"]*)"/.exec(messageOf(code, `<p style="${css}">x</p>`))?.[1] ?? ''
const stylesOf = (code: string, css: string) =>
  drawIn(code, withHead(`<style>${css}</style>`)).styles.join('')
/** Removes differences between two emails that no picture shows. */
const pictureOf = (code: string, html: string) => {
  const { message, styles } = drawIn(code, html)
  return message + styles.join('')
}

describe.each(['GMXDE', 'WEBDE'])('%s', (code) => {
  it('draws an email with <style> as the same email without it', () => {
    const body = '<p class="a" style="color:green">x</p>'
    const styled = withHead('<style>.a{color:red}@media (max-width:9999px){.a{color:blue}}</style>', body)
    expect(pictureOf(code, styled)).toBe(pictureOf(code, withHead('', body)))
  })

  it('reports that it dropped <style>, with place and source', () => {
    const { changes } = drawIn(code, '<html>\n<head><style>.a{color:red}</style></head></html>')
    expect(changes).toContainEqual(
      expect.objectContaining({
        rule: 'style-unsupported',
        where: { line: 2, column: 7 },
        source: expect.stringMatching(/^caniemail html-style, 202[35]-/) as string,
      }),
    )
  })

  it.each([
    ['color:rgb(0,128,0,.5)', 'rgb() with alpha'],
    ['display:inline-flex', 'display of CSS 3'],
    ['text-align:start', 'flow-relative text-align'],
    ['float:inline-start', 'flow-relative float'],
    ['border-radius:3px', 'border-radius'],
    ['letter-spacing:1rem', 'rem'],
  ])('draws %s (%s) as no style at all', (css) => {
    expect(inlineOf(code, css)).toBe('')
  })

  it.each([
    'background-color:purple',
    'background-color:#663399',
    'color:rgb(0,128,0)',
    'text-decoration:underline',
  ])('keeps %s', (css) => {
    expect(inlineOf(code, css)).toBe(css)
  })

  it('shows embedded images only as PNG', () => {
    expect(messageOf(code, '<img src="data:image/png;base64,AA==">')).toContain('data:image/png')
    expect(messageOf(code, '<img src="data:image/jpeg;base64,AA==">')).not.toContain('data:')
  })

  it('keeps only the text of a select', () => {
    expect(messageOf(code, '<p>a <select><option>b</option></select> c</p>')).toContain('<p>a b c</p>')
  })
})

describe('T-Online', () => {
  it.each(['mso', 'foobar', 'false', '!true', 'lte mso 11'])(
    'shows the content of <!--[if %s]> without evaluating the condition',
    (condition) => {
      const message = messageOf('TONLINEDE', `<!--[if ${condition}]><p>Secret</p><![endif]-->`)
      expect(message).toContain('<p>Secret</p>')
    },
  )

  it('hides the content of an ordinary comment', () => {
    expect(messageOf('TONLINEDE', '<!-- <p>Secret</p> -->')).not.toContain('Secret')
  })

  it('shows both sides of a conditional pair', () => {
    const html = '<!--[if mso]><p>Word</p><![endif]--><!--[if !mso]><!--><p>Others</p><!--<![endif]-->'
    expect(messageOf('TONLINEDE', html)).toMatch(/Word.*Others/s)
  })

  it('shows a gradient and no background image', () => {
    expect(inlineOf('TONLINEDE', 'background-image:linear-gradient(red,blue)')).toContain('gradient')
    expect(inlineOf('TONLINEDE', 'background-image:url(https://x.y/a.png)')).toBe('')
  })
})

describe('freenet', () => {
  const page = drawIn('FREENETDE', '<p class="a">x</p>').page

  it('has a body with margin attributes and a title before the message, which selectors can match', () => {
    expect(page).toMatch(/<body marginwidth="0" marginheight="0"><title><\/title><div/)
  })

  it('has no doctype in its iframe, so that an image alone in its line has no space below it', () => {
    expect(page).toMatch(/^<html/)
  })

  it('shows media queries an iframe as wide as the message column', () => {
    expect(drawIn('FREENETDE', '<p>x</p>').frame.width).toBe(900)
  })
})

describe.each(['COMCAST', 'IONOS'])('%s, which is OX App Suite', (code) => {
  it('puts the message below .mail-detail-content, and leaves class names as they are', () => {
    const html = withHead('<style>.mail-detail-content .a{color:red}</style>', '<p class="a">x</p>')
    const { message, styles } = drawIn(code, html)
    expect(message).toMatch(/<div class="mail-detail-content">\s*<p class="a">/)
    expect(styles.join('')).toBe('.mail-detail-content .a{color:red}')
  })

  it.each([
    ['p', 'margin:0 0 1em'],
    ['h1', 'font-size:28px'],
    ['li', 'line-height:normal;margin-bottom:.5em'],
    ['blockquote', 'color:#555;font-size:13px;border-left:2px solid #ddd;padding:0 0 0 16px;margin:16px 0'],
  ])('has a style for %s that an email can change', (type, css) => {
    const { page } = drawIn(code, '<p>x</p>')
    expect(page).toContain(`:where(.mail-detail-content ${type}){${css}}`)
    expect(page).toContain('font:13px/normal ')
  })

  it('removes a video with its fallback content, and only the tags of an article', () => {
    expect(messageOf(code, 'a<video>b</video><article>c</article>')).toContain('ac')
  })

  it('can be targeted by class, but not by id or attribute', () => {
    expect(stylesOf(code, '#a{color:red}.b{color:red}[title=c]{color:red}')).toBe('.b{color:red}')
  })
})

it('draws the same in Comcast and IONOS', () => {
  const html = withHead('<style>.a{position:fixed}</style>', '<p class="a" style="display:grid">x</p>')
  expect(pictureOf('COMCAST', html)).toBe(pictureOf('IONOS', html))
})

describe('Mail.ru', () => {
  it.each(['h1', 'h3'])('has no margin at %s, that an email can change', (heading) => {
    expect(drawIn('MAILRU', 'x').page).toMatch(new RegExp(`:where\\(#pas-message ${heading}\\)\\{margin:0`))
  })

  it('puts its suffix after every class and id, in HTML and CSS', () => {
    const { message, styles } = drawIn(
      'MAILRU',
      withHead('<style>.a #b{color:red}</style>', '<p class="a"><b id="b">x</b></p>'),
    )
    expect(message).toContain('<p class="a_mr_css_attr"><b id="b_mr_css_attr">')
    expect(styles.join('')).toContain('.a_mr_css_attr #b_mr_css_attr{color:red}')
  })

  it('keeps a rule with a comment', () => {
    expect(stylesOf('MAILRU', '.a{color:red;/* x */}')).toContain('color:red')
  })

  it.each(['(min-height:1px)', '(max-height:999px)'])('ignores @media %s', (query) => {
    expect(stylesOf('MAILRU', `@media ${query}{.a{color:red}}`)).toBe('')
  })

  it.each(['[title]', '[title^=a]', '[title~=a]'])('drops %s and keeps [title=a]', (selector) => {
    expect(stylesOf('MAILRU', `${selector}{color:red}`)).toBe('')
    expect(stylesOf('MAILRU', '[title=a]{color:red}')).toContain('[title=a]')
  })

  it.each(['margin-left:-1px', 'left:1px', 'top:1px'])('draws %s as no style at all', (css) => {
    expect(inlineOf('MAILRU', css.replaceAll('"', "'"))).toBe('')
  })

  it.each(['text-indent:calc(1px - 9px)', 'filter:blur(1px)', 'right:1px', 'color:var(--a)'])(
    'keeps %s',
    (css) => {
      expect(inlineOf('MAILRU', css)).toBe(css)
    },
  )

  it('honours hidden="hidden", but not hidden without a value', () => {
    expect(messageOf('MAILRU', '<p hidden="hidden">x</p>')).toContain('hidden="hidden"')
    expect(messageOf('MAILRU', '<p hidden>x</p>')).not.toContain('hidden')
  })

  it('drops the declaration of a custom property and keeps the var() that refers to it', () => {
    expect(inlineOf('MAILRU', '--a:red;color:var(--a)')).toBe('color:var(--a)')
  })
})

describe('Proton Mail', () => {
  it.each(['PROTONMAIL', 'PROTONIOS'])(
    '%s judges style sheets by what is known since it honours them',
    (code) => {
      // The cells are of 2020, when it had no <style>.
      expect(stylesOf(code, '.a::placeholder{color:red}')).toBe('.a::placeholder{color:red}')
      expect(stylesOf(code, '@media (orientation:landscape){.a{color:red}}')).toBe('')
      expect(stylesOf(code, '@media (prefers-color-scheme:dark){.a{color:red}}')).toBe('')
    },
  )

  it.each(['height:100%', 'min-height:50%'])('unsets %s', (css) => {
    expect(inlineOf('PROTONMAIL', css)).toBe(`${css.slice(0, css.indexOf(':'))}:unset`)
  })

  it.each(['max-height:50%', 'line-height:150%', 'height:50px'])('keeps %s', (css) => {
    expect(inlineOf('PROTONMAIL', css)).toBe(css)
  })

  it('ignores align=left and align=right of an image', () => {
    expect(messageOf('PROTONMAIL', '<img align="left" alt="x">')).not.toContain('align')
    expect(messageOf('PROTONMAIL', '<img align="top" alt="x">')).toContain('align="top"')
  })

  it('shows media queries an iframe as wide as the message column', () => {
    expect(drawIn('PROTONMAIL', '<p>x</p>').frame.width).toBe(880)
  })

  it('turns the phone for a horizontal picture', () => {
    const upright = drawIn('PROTONANDROID', '<p>x</p>').frame
    const turned = drawIn('PROTONANDROID', '<p>x</p>', { orientation: 'horizontal' }).frame
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width])
  })
})

describe('Fastmail', () => {
  it('puts its prefix before every class, inside :has() too, and confines every rule once', () => {
    expect(stylesOf('FASTMAIL', '.a:has(.b){color:red}')).toBe(
      'div.defanged1 .defanged1-a:has(.defanged1-b){color:red}',
    )
  })

  it('does not confine the keyframes of an animation', () => {
    expect(stylesOf('FASTMAIL', '@keyframes x{from{opacity:0}50%{opacity:1}}')).toBe(
      '@keyframes x{from{opacity:0}50%{opacity:1}}',
    )
  })

  it('draws position:fixed as position:absolute, and ignores position:sticky', () => {
    expect(inlineOf('FASTMAIL', 'position:fixed')).toBe(inlineOf('FASTMAIL', 'position:absolute'))
    expect(inlineOf('FASTMAIL', 'position:sticky')).toBe('')
  })
})

describe('HEY', () => {
  it.each(['normal', 'break-all', 'keep-all'])('draws word-break:%s as break-word', (value) => {
    expect(inlineOf('HEY', `word-break:${value}`)).toBe('word-break:break-word')
  })

  it('draws an image with a side, and one with dimensions, as one without', () => {
    const plain = messageOf('HEY', '<img alt="x">')
    expect(messageOf('HEY', '<img align="right" alt="x">')).toBe(plain)
    expect(messageOf('HEY', '<img width="9" height="9" alt="x">')).toBe(plain)
  })

  it.each(['absolute', 'fixed'])('draws position:%s as no style, relative as it is', (value) => {
    expect(inlineOf('HEY', `position:${value}`)).toBe('')
    expect(inlineOf('HEY', 'position:relative')).toBe('position:relative')
  })
})

describe('Orange', () => {
  it('ignores a declaration without a space before !important, and ignores !important after a space', () => {
    expect(inlineOf('ORANGE', 'color:red!important;width:9px')).toBe('width:9px')
    expect(stylesOf('ORANGE', '.a{color:red!important;width:9px}')).toBe('.a{width:9px}')
    expect(inlineOf('ORANGE', 'color:red !important')).toBe('color:red')
    expect(stylesOf('ORANGE', '.a{color:red !important}')).toBe('.a{color:red}')
  })

  it.each(['word-break:keep-all', 'text-align:end', 'position:fixed'])(
    'draws %s as no style at all',
    (css) => {
      expect(inlineOf('ORANGE', css)).toBe('')
    },
  )

  it.each(['font-weight:700', 'word-break:break-all', 'position:absolute'])('keeps %s', (css) => {
    expect(inlineOf('ORANGE', css)).toBe(css)
  })

  it('honours dir on a paragraph, but not on a table', () => {
    expect(messageOf('ORANGE', '<p dir="rtl">x</p>')).toContain('dir="rtl"')
    expect(messageOf('ORANGE', '<table dir="rtl"><tr><td dir="rtl">x</table>')).not.toContain('dir=')
  })
})

describe.each(['LAPOSTE', 'SFR'])('%s', (code) => {
  it('turns form elements into elements that no browser knows', () => {
    expect(messageOf(code, '<form><input><select></select><textarea>x</textarea></form>')).toContain(
      '<noform><noinput></noinput><noselect></noselect><notextarea>x</notextarea></noform>',
    )
  })

  it.each(['absolute', 'fixed'])('draws position:%s as no style', (value) => {
    expect(inlineOf(code, `position:${value}`)).toBe('')
  })
})

describe('Free', () => {
  it('puts v1 before every class and id', () => {
    const { message, styles } = drawIn(
      'FREEFR',
      withHead('<style>.a{color:red}</style>', '<p class="a" id="b">x</p>'),
    )
    expect(message).toContain('<p class="v1a" id="v1b">')
    expect(styles.join('')).toContain('.v1a{color:red}')
  })

  it("keeps the content of elements that Roundcube's filter does not list", () => {
    expect(messageOf('FREEFR', '<article><p>x</p></article>')).toContain('<p>x</p>')
    expect(messageOf('FREEFR', '<article>x</article>')).not.toContain('article')
  })
})

describe('webmail that ignores <base>', () => {
  it.each(['GMXDE', 'ORANGE', 'SFR', 'LAPOSTE', 'MAILRU'])('%s resolves no address against it', (code) => {
    const { message, rules } = drawIn(code, withHead('<base href="https://x.y/z/">', '<a href="w">x</a>'))
    expect(message).not.toContain('https://x.y/z/w')
    expect(rules).toContain('element-unsupported')
  })
})

it('ignores the attributes of <body> in a webmail that keeps only its content', () => {
  const html = '<body style="background:red" class="a"><p>x</p></body>'
  expect(messageOf('SFR', html)).toBe(messageOf('SFR', '<body><p>x</p></body>'))
  expect(messageOf('GMXDE', html)).toContain('background:red')
})
