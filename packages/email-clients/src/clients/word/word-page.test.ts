import { drawIn, emulateFor, emailOf, withHead } from '../../../tests/draw-in-client'

const all = 'OL2007 OL2010 OL2013 OL2016 OL2019 OL2021 OL365 WINDOWS10MAIL'.split(' ')
const image = '<img src="https://a.b/c.png" width="100" height="50" alt="A cup">'

describe("Word's page", () => {
  it.each([
    ['OL2007', 1319],
    ['OL2010', 1319],
    ['OL2013', 1332],
    ['OL2016', 1332],
    ['OL365DARK', 1332],
    ['WINDOWS10MAIL', 1313],
  ])('%s leaves %i px of a window of 1,366 to a message', (code, width) => {
    expect(drawIn(code, '<p>x</p>').frame).toEqual({
      width,
      height: 768,
      deviceScaleFactor: 1,
      mobile: false,
      colorScheme: 'light',
    })
  })

  it.each([
    ['OL2010', '15px 10px'],
    ['OL2016', '15px 10px'],
    ['WINDOWS10MAIL', '11px 10px'],
  ])('%s keeps its own margins of %s, and ignores those of an email’s body', (code, margins) => {
    const { page } = drawIn(code, '<style>body{margin:0}</style><body style="margin:0"><p>x</p>')
    expect(page).toContain(`body{margin:${margins};`)
    expect(page).not.toContain('margin:0"')
  })

  // EDMdesigner/modern-html-email-tutorial, c113fc4, lessons 03 (a linked style sheet) and 09 (a style attribute): real
  // pictures of both cases.
  it("has the background of an email's body, except in Windows 10 Mail", () => {
    const style = '<body style="background-color:#eee"><p>x</p>'
    expect(drawIn('OL2016', style).page).toMatch(/<body[^>]*style="background-color:#eee"/)
    expect(drawIn('WINDOWS10MAIL', style).page).not.toContain('#eee')
    expect(drawIn('WINDOWS10MAIL', style).rules).toEqual(['property-not-on-element'])
    expect(drawIn('WINDOWS10MAIL', withHead('<style>body{background:#eee}</style>', 'x')).page).not.toContain(
      '#eee',
    )
  })

  it('sets text without a font in Times New Roman, in Windows 10 Mail in Calibri, without kerning', () => {
    expect(drawIn('OL2016', 'x').page).toContain(';font:12pt "Times New Roman",serif;font-kerning:none}')
    expect(drawIn('WINDOWS10MAIL', 'x').page).toContain(';font:12pt Calibri,sans-serif;font-kerning:none}')
  })

  // Widths of words in real pictures: OL2007, OL2010 and OL2013 at 120 dpi have whole pixels, OL2016 and Windows 10
  // Mail fractions.
  it.each([
    ['OL2007', 'Word at 96 dpi'],
    ['OL2010', 'Word at 96 dpi'],
    ['OL2013', 'Word at 96 dpi'],
    ['OL2013DPI120', 'Word at 120 dpi'],
    ['OL2016', null],
    ['OL2016DPI120', null],
    ['OL365', null],
    ['WINDOWS10MAIL', null],
  ])('%s lays out its text with the fonts in pixels of %s', (code, program) => {
    const [, found = null] =
      /local\("Twin of Georgia in ([^"]*) Regular"\)/.exec(drawIn(code, 'x').page) ?? []
    expect(found).toBe(program)
  })

  it('underlines links in blue, unless an email sets another colour', () => {
    expect(drawIn('OL2016', '<a href="#">x</a>').page).toMatch(/<body [^>]*link="#0000ff"/)
    expect(drawIn('OL2016', '<body link="red" bgcolor="#eee">x').page).toContain(
      '<body link="red" bgcolor="#eee"',
    )
    expect(drawIn('OL2016', '<a href="#" style="color:red;text-decoration:none">x</a>').message).toBe(
      '<a href="#" style="color:red;text-decoration:none">x</a>',
    )
  })

  it('shows an email of text only as its text', () => {
    const { document } = emulateFor('OL2016', emailOf(null, 'a\n  b'))
    expect(document).toHaveProperty('html', expect.stringContaining('a\n  b'))
  })

  it('does not change a plain paragraph, and reports nothing', () => {
    for (const code of all) {
      const { message, changes } = drawIn(code, '<p style="color:red">x</p>')
      expect([message, changes]).toEqual(['<p style="color:red">x</p>', []])
    }
  })
})

describe.each(['OL2013DPI120', 'OL2016DPI120', 'OL2019DPI120'])('%s', (code) => {
  const plain = code.replace('DPI120', '')
  const office =
    '<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>'

  it('draws 1.25 times as dense', () => {
    const { width, ...frame } = drawIn(plain, '<p>x</p>').frame
    expect(drawIn(code, '<p>x</p>').frame).toEqual({
      ...frame,
      width: Math.floor(width / 1.25),
      deviceScaleFactor: 1.25,
    })
  })

  it('scales pixels in CSS and not those in attributes', () => {
    const html =
      '<table width="600" cellpadding="10" style="font-size:20px"><tr><td height="50" width="50%">x</table>'
    const { message, rules } = drawIn(code, html)
    expect(message).toContain('<table width="480" cellpadding="8" style="font-size:20px">')
    expect(message).toContain('<td height="40" width="50%">')
    expect(rules).toContain('pixels-not-scaled')
    expect(drawIn(plain, html).message).toContain('<table width="600" cellpadding="10"')
  })

  it('scales pictures only with PixelsPerInch', () => {
    expect(drawIn(code, image).message).toContain('width="80" height="40"')
    expect(drawIn(code, '<img src="https://a.b/c.png">').message).toContain('style="zoom:0.8"')
    const settings = drawIn(
      code,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${office}${image}`,
    )
    expect(settings.message).toContain('width="100" height="50"')
  })

  it('does not scale pixels in VML', () => {
    const shape = (width: string) =>
      `<html xmlns:v="urn:schemas-microsoft-com:vml"><body><v:rect style="width:${width};height:40px" fillcolor="#f00"></v:rect>`
    expect(drawIn(code, shape('100px')).message).toBe(
      drawIn(plain, shape('80px').replace('40px', '32px')).message,
    )
    expect(drawIn(code, shape('75pt')).message).toContain('100px')
  })

  it('scales VML with PixelsPerInch', () => {
    const shape = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><body>${office}<v:rect style="width:100px;height:40px" fillcolor="#f00"></v:rect>`
    expect(drawIn(code, shape).message).toBe(drawIn(plain, shape).message)
  })
})

describe('OL365DARK', () => {
  it('inverts light and dark, also of an email that is dark', () => {
    const { message } = drawIn(
      'OL365DARK',
      '<table bgcolor="#ffffff"><tr><td style="color:#000000">x</td><td style="background:#000000;color:#ffffff">y</td></tr></table>',
    )
    expect(message).toContain('<table bgcolor="#262626">')
    expect(message).toContain('<td style="color:#ffffff">')
    expect(message).toContain('<td style="background:#ffffff;color:#262626">')
  })

  it('shows an email without colours in the colours of its theme', () => {
    expect(drawIn('OL365DARK', '<p>x</p>').page).toMatch(/<body [^>]*bgcolor="#262626" text="#ffffff"/)
    expect(drawIn('OL365', '<p>x</p>').page).not.toContain('#262626')
  })

  it('leaves pictures and VML alone', () => {
    const vml =
      '<html xmlns:v="urn:schemas-microsoft-com:vml"><body><v:rect style="width:90px;height:40px" fillcolor="#ffff00" stroked="f"></v:rect>'
    expect(drawIn('OL365DARK', vml).message).toBe(drawIn('OL365', vml).message)
    expect(drawIn('OL365DARK', image).message).toBe(drawIn('OL365', image).message)
  })

  it('matches no media query for dark mode', () => {
    const dark = withHead('<style>@media (prefers-color-scheme:dark){p{color:lime}}</style>', '<p>x</p>')
    expect(drawIn('OL365DARK', dark).message).toBe('<p>x</p>')
  })

  it('draws everything else as OL365 does', () => {
    const html = '<p style="display:block">a</p><!--[if mso]>b<![endif]-->'
    expect(drawIn('OL365DARK', html).message).toBe(drawIn('OL365', html).message)
  })
})

it.each([
  ['WINDOWS10MAIL', true],
  ...all.filter((code) => code !== 'WINDOWS10MAIL').map((code) => [code, false] as const),
] as const)('an image has its width of CSS in %s: %s', (code, isHonoured) => {
  const { message } = drawIn(
    code,
    '<img src="https://x.y/a.png" style="width:100px"><div style="width:100px">x</div>',
  )
  expect(message.match(/width:100px/g)?.length ?? 0).toBe(isHonoured ? 1 : 0)
})

describe('blocked images in Word', () => {
  it.each(all)('%s shows its own text before the alternative text, in the dimensions given', (code) => {
    const { message, changes } = drawIn(code, image, { images: 'blocked' })
    expect(message).not.toContain('<img')
    expect(message).toMatch(
      /overflow:hidden.*width:100px;height:50px.*Right-click .*from the Internet\. A cup/s,
    )
    expect(changes).toContainEqual(expect.objectContaining({ rule: 'image-blocked', what: 'img src' }))
  })

  it('mentions touch in its own text since 2013', () => {
    const text = (code: string) => drawIn(code, image, { images: 'blocked' }).message
    expect(text('OL2010')).toContain('Right-click here')
    expect(text('OL2013')).toContain('Right-click or tap and hold here')
  })

  it('blocks the background of <body>, and shows images that came with the message', () => {
    const { page } = drawIn('OL2016', '<body background="https://a.b/c.png"><img src="cid:x">', {
      images: 'blocked',
    })
    expect(page).not.toContain('c.png')
    expect(page).toContain('<img src="http://assets.invalid/frozen/cid%3Ax"')
  })
})
