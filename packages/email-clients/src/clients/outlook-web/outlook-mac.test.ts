import { drawIn, withHead } from '../../../tests/draw-in-client'

const head = (css: string) => withHead(`<style>${css}</style>`, '<p class="a">x</p>')

describe('Outlook for Mac', () => {
  it.each(['OL2015', 'OL2019MAC'])('shows the message as the page, names as sent (%s)', (code) => {
    const { page, message } = drawIn(code, head('.a.a:hover{position:absolute}'))
    expect(page).toContain('.a.a:hover{position:absolute}')
    expect(message).toBe('<p class="a">x</p>')
  })

  it('honours custom properties and web fonts before the new Outlook', () => {
    const css = '@font-face{font-family:x;src:url(http://a.b/c.woff)}p{--c:red;color:var(--c)}'
    expect(drawIn('OL2019MAC', head(css)).changes).toEqual([])
  })

  it.each(['OL2015', 'OL2019MAC'])('does not honour white-space: pre in %s', (code) => {
    expect(drawIn(code, '<p style="white-space:pre">x</p>').message).toBe('<p>x</p>')
    expect(drawIn(code, '<p style="white-space:nowrap">x</p>').message).toContain('nowrap')
  })

  it('is the last version for macOS 10.15: of 2023 and of the new Outlook it has nothing', () => {
    const css = 'transition:color 1s;border-spacing:2px;text-decoration-thickness:3px'
    expect(drawIn('OL2019MAC', `<p style="${css}">x</p>`).message).toBe(
      '<p style="transition:color 1s;border-spacing:2px">x</p>',
    )
  })

  it.each(['OL2015', 'OL2019MAC'])('shows no button that would send a form in %s', (code) => {
    const inputs =
      '<input type="submit" value="Go"><input type="checkbox"><button>a</button><button type="reset">b</button>'
    expect(drawIn(code, inputs).message).toBe('<input type="checkbox">a<button type="reset">b</button>')
  })

  it('cannot read new colour syntax in 2016', () => {
    const refused = ['rgb(0 128 0 / 1)', 'rgba(0 128 0 / 1)', 'rgb(0,128,0,.5)', 'rgb(0 128 0)']
    for (const colour of refused) {
      expect(drawIn('OL2015', `<p style="color:${colour}">x</p>`).message).toBe('<p>x</p>')
    }
    for (const colour of ['rgb(0,128,0)', 'rgba(0,128,0,.5)']) {
      expect(drawIn('OL2015', `<p style="color:${colour}">x</p>`).message).toContain(colour)
    }
    expect(drawIn('OL2019MAC', '<p style="color:rgb(0 128 0 / 1)">x</p>').message).toContain('rgb(')
  })

  it('darkens as Outlook.com does and keeps the originals', () => {
    const { message, frame } = drawIn('OL2019MACDARK', '<p style="color:#111">x</p>')
    expect(message).toMatch(/^<p style="color:#[ef][\da-f]{5}" data-ogsc="#111">x<\/p>$/)
    expect(frame.colorScheme).toBe('dark')
  })

  it('has a page of its own in the dark, which a white background becomes (Action Rocket, 2020-10-15)', () => {
    const { page, message } = drawIn('OL2019MACDARK', '<p style="background:#ffffff">x</p>')
    expect(page).toContain(':where(html){background:#1c1c1c')
    expect(message).toContain('background:#1c1c1c')
  })
})

describe('the new Outlook for Mac', () => {
  const code = 'OUTLOOKNEWMAC'

  it("has the webmail's filter: names are prefixed, the body is a <div>", () => {
    const html = withHead('<style>.a{color:red}</style>', '<p class="a">x</p>')
    expect(drawIn(code, html).styles).toEqual(drawIn('OUTLOOKNEW', html).styles)
    expect(drawIn(code, html).message).toContain('<p class="x_a">x</p></div>')
    expect(drawIn('OL2019MAC', html).styles).toEqual(['.a{color:red}'])
  })

  it('matches a chain of classes, but not an attribute selector for a class', () => {
    const html = withHead('<style>.a.b{color:red}[class="a"]{color:red}</style>', '<p class="a b">x</p>')
    expect(drawIn(code, html).styles).toEqual([
      '.rps_ca92 .x_a.x_b{color:red}.rps_ca92 [class="a"]{color:red}',
    ])
  })

  it('ignores align on a table, and the attributes of the body', () => {
    expect(drawIn(code, '<table align="left"><tr><td align="left">x</table>').message).toContain(
      '<table><tbody><tr><td align="left">',
    )
    expect(drawIn('OUTLOOKNEW', '<table align="left"></table>').message).toContain('<table align="left">')
    expect(drawIn(code, '<body bgcolor="#ff0000" class="k"><p>x</p></body>').message).toMatch(
      /^<div><div [^>]*><p>x/,
    )
  })

  it.each(['background:linear-gradient(red,blue)', 'outline-offset:2px', 'text-underline-offset:2px'])(
    'does not honour %s, which the old Outlook for Mac does',
    (css) => {
      expect(drawIn(code, `<p style="${css}">x</p>`).message).not.toContain(css)
      expect(drawIn('OL2019MAC', `<p style="${css}">x</p>`).message).toContain(css)
    },
  )

  it('is as wide as its pane on a Retina screen, and darkens colours in dark mode', () => {
    expect(drawIn(code, 'x').frame).toMatchObject({ width: 800, deviceScaleFactor: 2, colorScheme: 'light' })
    const { frame, message } = drawIn(`${code}DARK`, '<p style="color:#333">x</p>')
    expect(frame.colorScheme).toBe('dark')
    expect(message).toContain('color:#d6d6d6')
  })
})
