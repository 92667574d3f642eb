import { drawIn, withHead } from '../../../tests/draw-in-client'

const body = (html: string, code = 'NOTES9') => drawIn(code, html).message

describe('Notes, which draws HTML mail with Internet Explorer 8', () => {
  it.each([
    '[if IE]',
    '[if IE 8]',
    '[if lte IE 9]',
    '[if gt IE 7]',
    '[if (gte mso 9)|(IE)]',
    '[if mso | IE]',
  ])('shows content for %s', (condition) => {
    expect(body(`a<!--${condition}><b>b</b><![endif]-->`)).toMatch(/^a(?:<!--.*-->)?<b>b<\/b>/)
  })

  it.each(['[if mso]', '[if !IE]', '[if gte IE 9]', '[if IE 7]', '[if vml]', '[if gte mso 9]'])(
    'does not show content for %s',
    (condition) => {
      expect(body(`a<!--${condition}><b>b</b><![endif]-->`)).not.toContain('<b>')
    },
  )

  it('does not show content for all but Internet Explorer, and shows content for all but Word', () => {
    expect(body('a<!--[if !IE]><!--><b>b</b><!--<![endif]-->')).not.toContain('<b>')
    expect(body('a<!--[if !mso]><!--><b>b</b><!--<![endif]-->')).toContain('<b>b</b>')
  })

  it('does not show the settings for Office in a conditional comment that it evaluates', () => {
    const html = '<!--[if (gte mso 9)|(IE)]><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]-->x'
    expect(body(html)).not.toContain('96')
    expect(drawIn('NOTES9', html).rules).toContain('element-removed')
  })

  it.each([
    'border-radius:3px',
    'box-shadow:1px 1px red',
    'opacity:.5',
    'display:flex',
    'display:grid',
    'width:calc(1px + 2px)',
    'width:1rem',
    'height:10vh',
    'color:rgba(1,2,3,.5)',
    'color:hsl(1,2%,3%)',
    'color:#11223344',
    'color:currentColor',
    'color:var(--a)',
    'color:initial',
    'transform:rotate(1deg)',
    'background:linear-gradient(red,blue)',
    'background:url(https://x.y/a.png),url(https://x.y/b.png)',
    'background:red url(https://x.y/a.png) center/cover',
    'background-size:cover',
    'text-shadow:1px 1px red',
    'object-fit:cover',
    'position:sticky',
  ])('does not honour %s', (css) => {
    expect(body(`<p style="${css};top:1px">x</p>`)).toBe('<p style="top:1px">x</p>')
  })

  it.each([
    'display:inline-block',
    'display:table-cell',
    'position:fixed',
    'position:absolute',
    'box-sizing:border-box',
    'max-width:10px',
    'outline:1px solid red',
    'text-overflow:ellipsis',
    'word-wrap:break-word',
    'border-spacing:2px',
    'width:10%',
    'color:rgb(1,2,3)',
    'content:counter(a)',
    'font-family:Inter,Arial',
  ])('honours %s', (css) => {
    expect(body(`<p style="${css}">x</p>`)).toBe(`<p style="${css}">x</p>`)
  })

  // EDMdesigner/modern-html-email-tutorial, lessons 03 and 09: real pictures of both cases, in Notes 8.5 and 9.
  it.each(['NOTES85', 'NOTES9', 'NOTES10'])('%s has neither style sheets nor linked ones', (code) => {
    const head = '<style>p{top:1px}</style><link rel="stylesheet" href="https://x.y/a.css">'
    const { page, styles, message, rules } = drawIn(code, withHead(head, '<style>b{top:1px}</style><p>x</p>'))
    expect(styles).toEqual([])
    expect(message).toBe('<p>x</p>')
    expect(page).not.toContain('stylesheet')
    expect(rules).toEqual(['style-unsupported', 'element-unsupported'])
  })

  it('has the margins of its browser around the message', () => {
    const { page } = drawIn('NOTES9', 'x')
    expect(page).toContain(':where(body){margin:15px 10px;background:#fff}')
    expect(page).toMatch(/:where\(p,h1,[^)]*blockquote\)\{margin-top:14pt;margin-bottom:14pt\}/)
  })

  // Real picture, lesson09, Notes 8.5: a heading that begins a cell has no space above it and 14 pt below it; a
  // paragraph has none around it.
  it('has no margin of its own above the first element of a cell, nor below a paragraph that ends a cell', () => {
    const start = 'data-starts-cell=""'
    const end = 'data-ends-cell=""'
    const cells = (html: string) => /<td>(.*)<\/td>/.exec(body(`<table><tr>${html}</tr></table>`))?.[1]
    expect(cells('<td> <h1>a</h1> </td>')).toBe(` <h1 ${start}>a</h1> `)
    expect(cells('<td><p>a</p></td>')).toBe(`<p ${start} ${end}>a</p>`)
    expect(cells('<td>a<p>b</p>c</td>')).toBe('a<p>b</p>c')
    expect(cells('<td><ul><li>a</ul><p>b</p><p>c</p></td>')).toBe(
      `<ul ${start}><li>a</li></ul><p>b</p><p ${end}>c</p>`,
    )
    const { page } = drawIn('NOTES9', 'x')
    expect(page).toContain(
      ':where([data-starts-cell]){margin-top:0}\n:where([data-ends-cell]){margin-bottom:0}',
    )
  })

  // Widths of words in real pictures of lessons 03 and 09.
  it('lays out its text in whole pixels, without kerning', () => {
    const { page } = drawIn('NOTES9', 'x')
    expect(page).toContain('src:local("Twin of Times New Roman in Internet Explorer Bold Italic")')
    expect(page).toContain('font-kerning:none;font-variant-ligatures:none')
  })

  // Real picture, lesson09, Notes 8.5: the text of a list with margin-left:20px stands at 20 px.
  it('indents a list by its margin', () => {
    expect(drawIn('NOTES9', 'x').page).toContain(':where(ul,ol){margin-inline-start:40px;padding:0}')
  })

  it('leaves the background of the root to the email, so that it fills the whole pane', () => {
    expect(drawIn('NOTES9', 'x').page).not.toMatch(/html\{[^}]*background/)
  })

  it('draws the content of HTML5 elements without the elements', () => {
    expect(body('<section><header>x</header></section><video>No video</video>')).toBe('xNo video')
    expect(body('<div><svg><path/></svg></div>')).toBe('<div></div>')
  })

  it('draws <picture> as its <img>, without srcset', () => {
    const html =
      '<picture><source srcset="https://x.y/a.webp"><img src="https://x.y/a.png" srcset="https://x.y/b.png 2x"></picture>'
    expect(body(html)).toBe('<img src="http://assets.invalid/frozen/https%3A%2F%2Fx.y%2Fa.png">')
  })

  it.each(['webp', 'svg', 'avif'])('shows no %s', (format) => {
    expect(body(`<img src="https://x.y/a.${format}" alt="A">`)).toBe('<img alt="A">')
  })

  it.each([
    ['NOTES85', 1287],
    ['NOTES9', 1303],
    ['NOTES10', 1303],
  ])('%s has a pane of %d px', (code, width) => {
    expect(drawIn(code, 'x').frame.width).toBe(width)
  })

  it.each(['', '<!DOCTYPE html>'])(
    'includes padding in a width, and lets no table inherit a font, after the doctype "%s"',
    (doctype) => {
      const { page } = drawIn('NOTES9', `${doctype}<p>x</p>`)
      expect(page).toMatch(/^<!DOCTYPE html>/)
      expect(page).toContain(':where(*){box-sizing:border-box}')
      expect(page).toMatch(/:where\(table\)\{font-size:16px;[^}]*line-height:normal/)
    },
  )

  it('draws a box with the alternative text for images that are off', () => {
    const { page, message, rules } = drawIn('NOTES9', '<img src="https://x.y/a.png" alt="A" width="90">', {
      images: 'blocked',
    })
    expect(message).toBe('<img alt="A" width="90">')
    expect(page).toMatch(/img:not\(\[src\]\)\)\{[^}]*border:1px solid/)
    expect(rules).toEqual(['image-blocked'])
  })
})

it.each(['NOTES85', 'NOTES10'])('%s draws an email as Notes 9 does, in its own width', (code) => {
  const html =
    '<p style="color:rgba(1,2,3,.5);position:fixed">x</p><!--[if IE 8]><p class="a">x</p><![endif]-->'
  const { frame, ...drawn } = drawIn(code, html)
  const { frame: frameOf9, ...drawnIn9 } = drawIn('NOTES9', html)
  expect(drawn).toEqual(drawnIn9)
  expect({ ...frame, width: 0 }).toEqual({ ...frameOf9, width: 0 })
})
