import { drawIn, withHead } from '../../../tests/draw-in-client'

const image = '<img src="https://x.y/a.png" width="300" height="100" alt="">'
const darkStyles = '@media (prefers-color-scheme:dark){.a{color:#eee}}'
const declared = ':root{color-scheme:light dark}'
const newsletter = (css: string, body = `<p class="a" style="color:#333">x</p>${image}`) =>
  withHead(`<style>${css}</style>`, body)

describe.each(['IPHONE16DARK', 'APPMAIL16DARK'])('dark mode in %s', (code) => {
  it('uses the dark styles of an email that declares color-scheme on its root, and changes nothing', () => {
    for (const scheme of [declared, 'html{color-scheme:dark}']) {
      const { frame, styles, message, changes } = drawIn(code, newsletter(scheme + darkStyles))
      expect(frame.colorScheme).toBe('dark')
      expect(styles[0]).toContain(darkStyles)
      expect(message).toContain('color:#333')
      expect(changes).toEqual([])
    }
  })

  it('marks the root of a plain email, unless the email declares color-scheme', () => {
    expect(drawIn(code, '<p>x</p>').page).toContain('class="apple-mail')
    expect(drawIn(code, withHead(`<style>${declared}</style>`, '<p>x</p>')).page).not.toContain('apple-mail')
  })

  it('draws a newsletter without color-scheme as in light mode, and reports its dark styles as unused', () => {
    const light = drawIn(code.replace('DARK', ''), newsletter(darkStyles))
    const dark = drawIn(code, newsletter(darkStyles))
    expect(dark.frame.colorScheme).toBe('light')
    expect(dark.page).toBe(light.page)
    expect(dark.rules).toEqual([...light.rules, 'dark-styles-unused'])
  })

  it('ignores color-scheme on elements other than the root', () => {
    expect(drawIn(code, newsletter(`body{color-scheme:light dark}${darkStyles}`)).frame.colorScheme).toBe(
      'light',
    )
  })

  it('inverts the colours of a plain email, and marks its root', () => {
    const { frame, page, message, rules } = drawIn(
      code,
      '<p style="color:#000">x</p><span style="background-color:#ffffff">x</span>',
    )
    expect(frame.colorScheme).toBe('dark')
    expect(page).toContain('<html class="apple-mail-implicit-dark-support">')
    expect(message).toContain('color:#ffffff')
    expect(message).toContain('background-color:#333333')
    expect(rules).toEqual(['colour-inverted', 'colour-inverted'])
  })

  it('treats an email whose only image is 1 by 1 px as plain, but not one with 2 by 1 px', () => {
    const pixel = (width: number) => `<p>x</p><img src="https://x.y/o.gif" width="${width}" height="1">`
    expect(drawIn(code, pixel(1)).frame.colorScheme).toBe('dark')
    expect(drawIn(code, pixel(2)).frame.colorScheme).toBe('light')
  })

  it('counts a background image as an image', () => {
    expect(drawIn(code, '<p style="background:url(https://x.y/a.png)">x</p>').frame.colorScheme).toBe('light')
  })

  it.each([
    ['<body bgcolor="#ffffff">x</body>', 'light'],
    [withHead('<style>.a{background:#eee}</style>', '<p class="a">x</p>'), 'light'],
    ['<table style="background-color:#eee"><tr><td>x</td></tr></table>', 'light'],
    ['<p style="background:none">x</p><mark style="background:#ff0">x</mark>', 'dark'],
    [withHead(`<style>${darkStyles.replace('color', 'background')}</style>`, '<p class="a">x</p>'), 'dark'],
  ])(
    'leaves an email with backgrounds of its own light, but not for those behind words: %#',
    (html, scheme) => {
      expect(drawIn(code, html).frame.colorScheme).toBe(scheme)
    },
  )

  it('drops a pure white background among the dark styles, not #fffffe', () => {
    const css = `${declared}@media (prefers-color-scheme:dark){.a{background-color:#FFFFFF;color:red}.b{background-color:#fffffe}}`
    expect(drawIn(code, newsletter(css)).styles).toEqual([
      `${declared}@media (prefers-color-scheme:dark){.a{color:red}.b{background-color:#fffffe}}`,
    ])
  })
})

describe('dark mode', () => {
  // email-bugs 65 was tested in the first Mail that had it.
  it.each([
    ['IPHONE11PRODARK', false],
    ['IPHONE12DARK', true],
    ['IPHONE17DARK', true],
    ['APPMAIL13DARK', false],
    ['APPMAIL14DARK', true],
  ])('in %s drops white backgrounds by a source that is assumed to hold: %s', (code, isAssumed) => {
    const css = `${declared}@media (prefers-color-scheme:dark){.a{background:#fff}}`
    const { changes } = drawIn(code, newsletter(css))
    const dropped = changes.find(({ rule }) => rule === 'declaration-unsupported')
    expect(dropped?.source.includes('assumed')).toBe(isAssumed)
  })

  const meta = withHead(
    `<meta name="color-scheme" content="light dark"><style>${darkStyles}</style>`,
    `<p class="a">x</p>${image}`,
  )

  it.each([
    ['APPMAIL16DARK', 'dark'],
    ['APPMAIL13DARK', 'light'],
    ['IPHONE16DARK', 'light'],
    ['IPHONE17DARK', 'light'],
  ])('in %s reads <meta name="color-scheme"> as: %s', (code, scheme) => {
    expect(drawIn(code, meta).frame.colorScheme).toBe(scheme)
  })

  // No source of iOS 18 and later that names its version says whether Mail reads the <meta>.
  it.each([
    ['IPHONE15DARK', false],
    ['IPHONE16DARK', true],
    ['IPHONE17DARK', true],
  ])('in %s reports the <meta> by a source that is assumed to hold: %s', (code, isAssumed) => {
    const change = drawIn(code, meta).changes.find(({ rule }) => rule === 'meta-unsupported')
    expect(change?.source.includes('assumed')).toBe(isAssumed)
  })

  it('leaves the light codes alone', () => {
    const { frame, message } = drawIn('APPMAIL16', '<p style="color:#000">x</p>')
    expect(frame.colorScheme).toBe('light')
    expect(message).toBe('<p style="color:#000">x</p>')
  })
})
