import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

describe.each(['OUTLOOKIOS', 'ANDROIDOUTLOOK'])('Outlook’s app %s', (code) => {
  const stylesOf = (css: string) =>
    drawIn(code, withHead(`<style>${css}</style>`, '<p class="a b">x</p>')).styles.join('')

  it('has a body that body[data-outlook-cycle] matches', () => {
    expect(drawIn(code, '<p>x</p>').page).toContain('<body data-outlook-cycle="">')
    expect(stylesOf('body[data-outlook-cycle] .a{color:red}')).toBe('body[data-outlook-cycle] .a{color:red}')
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
