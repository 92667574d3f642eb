import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

describe.each(['OUTLOOKIOS', 'ANDROIDOUTLOOK'])('Outlook’s app %s', (code) => {
  const stylesOf = (css: string) =>
    drawIn(code, withHead(`<style>${css}</style>`, '<p class="a b">x</p>')).styles.join('')

  it('has a body that body[data-outlook-cycle] matches', () => {
    expect(drawIn(code, '<p>x</p>').page).toContain('<body data-outlook-cycle="">')
    expect(stylesOf('body[data-outlook-cycle] .a{color:red}')).toBe('body[data-outlook-cycle] .a{color:red}')
  })

  it('shows an image as wide as the screen, whatever its own max-width', () => {
    const { page } = drawIn(code, '<img src="https://x.y/a.png" style="width:100%;max-width:150px">')
    expect(page).toContain('#pas-message img{max-width:100% !important}')
    expect(drawIn('CHROMEOUTLOOKCOM', '<p>x</p>').page).not.toContain('img{max-width')
  })

  it('prefixes nothing and honours a chain of classes', () => {
    const { styles, page } = drawIn(code, withHead('<style>.a.b{color:red}</style>', '<p class="a b">x</p>'))
    expect(styles.join('')).toBe('.a.b{color:red}')
    expect(page).toContain('<p class="a b">')
  })

  it('ignores the rest of a style sheet after }}', () => {
    expect(stylesOf('@media screen{p{color:red}} .a{color:blue}')).toBe('@media screen{p{color:red}}')
  })

  it('honours :first-child after a class, but :checked only after an element’s name', () => {
    expect(stylesOf('.a:first-child{color:red}')).not.toBe('')
    expect(stylesOf('.a:checked{color:red}')).toBe('')
    expect(stylesOf('input:checked{color:red}')).not.toBe('')
  })

  it('removes a media query inside another', () => {
    expect(stylesOf('@media screen{.a{color:red} @media (min-width:1px){.a{color:blue} } }')).toBe(
      '@media screen{.a{color:red}}',
    )
  })

  it.each([
    'white-space:pre',
    'position:relative',
    'position:absolute',
    'position:fixed',
    'margin:-4px',
    'margin-left:-1em',
  ])('does not honour %s', (declaration) => {
    expect(drawIn(code, `<p style="${declaration};color:red">x</p>`).message).toContain(
      '<p style="color:red">',
    )
    expect(stylesOf(`p{${declaration};color:red}`)).toBe('p{color:red}')
  })

  it('draws only the content of semantic elements, except <time>', () => {
    expect(drawIn(code, '<main><article>a</article><time>b</time></main>').message).toContain(
      '<div>a<time>b</time></div>',
    )
  })

  it.each([
    ['<a href="%%x%%">text</a>', '[%%x%%]text'],
    ['<a href="">text</a>', 'text'],
  ])('draws %s as %s', (sent, shown) => {
    expect(drawIn(code, sent).message).toContain(`<div>${shown}</div>`)
  })

  it('zooms out of a message that is wider than the screen', () => {
    expect(emulateFor(code, emailOf('<p>x</p>')).document).toMatchObject({ tooWide: 'scaled' })
    expect(drawIn(code, '<p>x</p>').page).not.toContain('min-content')
  })

  it('turns with the phone', () => {
    const upright = drawIn(code, '<p>x</p>').frame
    const turned = drawIn(code, '<p>x</p>', { orientation: 'horizontal' }).frame
    expect(turned).toMatchObject({ width: upright.height, height: upright.width })
    expect(upright.width).toBeLessThan(upright.height)
  })
})

describe('Outlook’s app on iOS', () => {
  const code = 'OUTLOOKIOS'

  it.each([
    ['font-size:20px', 'font-size:25px'],
    ['line-height:20px', 'line-height:25px'],
    ['font-size:1.5em', 'font-size:1.5em'],
    ['width:20px', 'width:20px'],
  ])('draws %s as %s, and text without a size in 20 px', (sent, drawn) => {
    const { message, page } = drawIn(code, `<p style="${sent}">x</p>`)
    expect(message).toContain(`<p style="${drawn}">`)
    expect(page).toContain('font:20px/normal -apple-system')
    expect(drawIn('ANDROIDOUTLOOK', `<p style="${sent}">x</p>`).message).toContain(`<p style="${sent}">`)
  })

  it('keeps the proportions of an image without a height of its own', () => {
    const heightOf = (html: string, app = code) =>
      /<img[^>]*?style="([^"]*)"/.exec(drawIn(app, html).message)?.[1]
    expect(heightOf('<img src="https://x.y/a.png" width="600" height="300">')).toBe('height:auto!important')
    expect(heightOf('<img src="https://x.y/a.png" style="height:30px">')).toBe('height:30px')
    expect(
      heightOf('<img src="https://x.y/a.png" width="600" height="300">', 'ANDROIDOUTLOOK'),
    ).toBeUndefined()
  })

  it('cuts a message at 5,000 px and offers to read more', () => {
    expect(drawIn(code, '<p>x</p>').page).toMatch(
      /#pas-message\{[^}]*max-height:5000px[^}]*\}\n#pas-message::after\{content:"Read more"/,
    )
    expect(drawIn('ANDROIDOUTLOOK', '<p>x</p>').page).not.toContain('Read more')
  })
})

describe('#converted-body', () => {
  const html = withHead('<style>#converted-body .a{color:red}</style>', '<p class="a">x</p>')

  it('is around the message in the app on Android', () => {
    const { message, styles } = drawIn('ANDROIDOUTLOOK', html)
    expect(message).toContain('<div id="converted-body"><div><p class="a">x</p></div></div>')
    expect(styles).toEqual(['#converted-body .a{color:red}'])
  })

  it('matches in the new Outlook for Mac, renamed as all names are', () => {
    const { message, styles } = drawIn('OUTLOOKNEWMAC', html)
    expect(message).toBe('<div><div id="x_converted-body"><p class="x_a">x</p></div></div>')
    expect(styles).toEqual(['.rps_ca92 #x_converted-body .x_a{color:red}'])
  })

  it.each(['OUTLOOKIOS', 'CHROMEOUTLOOKCOM'])('is not there in %s', (code) => {
    expect(drawIn(code, html).message).not.toContain('converted-body')
  })
})

it.each([
  ['ANDROIDOUTLOOK', true],
  ['OUTLOOKIOS', true],
  ['OUTLOOKNEWMAC', false],
  ['CHROMEOUTLOOKCOM', false],
])('a marquee has its direction in %s: %s', (code, isKept) => {
  const { message } = drawIn(code, '<marquee direction="up">x</marquee>')
  expect(message.includes('direction="up"')).toBe(isKept)
})

describe('Outlook’s app on Android', () => {
  it('has no base for relative addresses', () => {
    const { page, changes } = drawIn('ANDROIDOUTLOOK', '<base href="https://a.b/"><img src="c.png">')
    expect(page).not.toContain('a.b')
    expect(changes).toContainEqual(
      expect.objectContaining({
        rule: 'element-unsupported',
        what: '<base>',
        where: { line: 1, column: 1 },
        count: 1,
      }),
    )
  })

  it('removes text fields', () => {
    expect(drawIn('ANDROIDOUTLOOK', '<input><input type="checkbox">').page).toContain(
      '<input type="checkbox">',
    )
    expect(drawIn('ANDROIDOUTLOOK', '<input>').rules).toEqual(['form-control-removed'])
  })
})

describe('what was tested of each Outlook by itself', () => {
  it.each([
    ['CHROMEOUTLOOKCOM', 'caniemail css-margin note 1, 2023-12'],
    ['ANDROID15OUTLOOK', 'caniemail css-margin note 1, 2019-10'],
    ['OUTLOOKIOS26', 'caniemail css-margin note 1, 4.3.1'],
  ])('is the source of a change in %s: %s', (code, source) => {
    const { changes } = drawIn(code, '<p style="margin-left:-4px">x</p>')
    expect(changes.map((change) => change.source)).toContain(source)
  })
})
