import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

const android = 'ANDROID11GMAILAPP'
const styled = withHead('<style>.a{color:red}</style>', '<p class="a">x</p>')
const inlineOf = (code: string, css: string) =>
  /<p style="([^"]*)"/.exec(drawIn(code, `<p style="${css}">x</p>`).message)?.[1] ?? ''

describe('Gmail on phones', () => {
  it.each(['ANDROID71GMAILAPP', 'ANDROID8GMAILAPP', 'ANDROID9GMAILAPP', 'ANDROID10GMAILAPP'])(
    '%s is the same as on Android 11, because the app updates itself',
    (code) => {
      expect(emulateFor(code, emailOf(styled))).toEqual(emulateFor(android, emailOf(styled)))
    },
  )

  it.each(['ANDROIDGMAILAPP', android, 'ANDROIDGMAILIMAP', 'GMAILIOS', 'GMAILMOBILEWEB'])(
    '%s can be turned',
    (code) => {
      const { frame } = drawIn(code, 'x')
      const turned = drawIn(code, 'x', { orientation: 'horizontal' }).frame
      expect(frame.width).toBeLessThan(frame.height)
      expect(turned).toEqual({ ...frame, width: frame.height, height: frame.width })
    },
  )

  it.each([android, 'GMAILIOS'])('%s clips, prefixes and targets with u + .body as the web does', (code) => {
    const { message, styles } = drawIn(
      code,
      '<!DOCTYPE html><head><style>u + .body .a{color:red}</style></head><body class="body">x</body>',
    )
    expect(message).toContain('<u></u><div class="m_4815162342body">x</div>')
    expect(styles[0]).toContain('u+.m_4815162342body .m_4815162342a')
    expect(drawIn(code, 'word '.repeat(30_000)).message).toContain('[Message clipped]')
  })

  it.each([android, 'GMAILIOS', 'GMAILMOBILEWEB', 'ANDROIDGMAILIMAP'])(
    '%s ignores the email’s own viewport',
    (code) => {
      expect(drawIn(code, withHead('<meta name="viewport" content="width=900">', 'x')).page).not.toContain(
        'width=900',
      )
    },
  )

  it.each([android, 'GMAILIOS'])(
    '%s honours <style>: types, classes, ids and queries for the width',
    (code) => {
      const { styles } = drawIn(
        code,
        withHead('<style>@media (max-width:600px){p,.a,#b{color:red}}</style>', '<p class="a" id="b">x</p>'),
      )
      const scope = 'div.m15e8a3d0c7f2b914 '
      expect(styles).toEqual([
        `@media (max-width:600px){${scope}p,${scope}.m_4815162342a,${scope}#m_4815162342b{color:red}}`,
      ])
    },
  )

  it.each([android, 'GMAILIOS'])('%s loses style blocks as the web does', (code) => {
    const kept = (css: string) => drawIn(code, withHead(`<style>${css}</style>`)).styles.length
    expect(kept('.a{color:red;width:1px}')).toBe(1)
    for (const css of [
      '.a{color:red;width:1px\\9}',
      '.a{color:rgb(0 128 0 / 1)}',
      '.a{color:red !IMPORTANT}',
    ]) {
      expect(kept(css)).toBe(0)
    }
    expect(kept(`.a{color:red}/*${'x'.repeat(16_384)}*/`)).toBe(0)
  })

  it('has no white-space: pre in the apps', () => {
    expect(inlineOf(android, 'white-space:pre')).toBe('')
    expect(inlineOf('CHROMEGMAILNEW', 'white-space:pre')).toBe('white-space:pre')
  })

  it.each([
    [android, true],
    ['GMAILIOS', false],
  ])('%s honours a query for the orientation: %s', (code, honoured) => {
    const { styles } = drawIn(
      code,
      withHead('<style>@media (orientation:portrait){.a{color:red}}.b{color:red}</style>'),
    )
    expect(styles.join('').includes('orientation')).toBe(honoured)
  })
})

describe.each([android, 'GMAILIOS', 'GMAILMOBILEWEB', 'ANDROIDGMAILIMAP'])(
  'style attributes in %s',
  (code) => {
    it.each(['font-size:3*px', 'color:rgb(0 128 0 / 1)', 'width:600', 'color:blue !IMPORTANT'])(
      'with %s have no effect',
      (declaration) => {
        expect(inlineOf(code, `background:yellow;${declaration};color:red`)).toBe('')
      },
    )

    it.each([
      'margin:-3px',
      'text-indent:-9px',
      'position:absolute',
      'flex-direction:column',
      'align-items:center',
      'justify-content:center',
      'grid-template-columns:1fr 1fr',
      'transform:rotate(3deg)',
      'animation:x 1s',
      'filter:blur(2px)',
      'visibility:hidden',
      'z-index:2',
      '--x:red',
      'list-style:url(https://x.y/a.png)',
    ])('are drawn without %s', (declaration) => {
      expect(inlineOf(code, `color:green;${declaration}`)).toBe('color:green')
    })
  },
)

describe('gradients in style attributes on Android (email-bugs 135)', () => {
  it.each([
    ['background-image:linear-gradient(red,blue)', ''],
    ['background-image:radial-gradient(red,blue)', ''],
    ['background:linear-gradient(red,blue)', 'background:linear-gradient(red,blue)'],
    ['background:linear-gradient(red,blue);background-image:linear-gradient(red,blue)', ''],
  ])('%s is drawn as "%s"', (sent, drawn) => {
    expect(inlineOf(android, `color:red;${sent}`)).toBe(inlineOf(android, `color:red;${drawn}`))
    expect(inlineOf('GMAILIOS', `color:red;${sent}`)).toContain('gradient')
  })

  it('are drawn from <style>', () => {
    const css = '.a{background-image:linear-gradient(red,blue)}'
    expect(drawIn(android, withHead(`<style>${css}</style>`)).styles.join('')).toContain('linear-gradient')
  })
})

describe('a quotation in the app on Android', () => {
  const quotation = '<blockquote style="margin:0;padding:0;border:0">Quoted.</blockquote>'
  const pageOf = (code: string): string => drawIn(code, quotation).page

  it.each([android, 'ANDROIDGMAILIMAP', 'ANDROID6'])(
    'has the line and the indent of %s, and ignores the email’s own',
    (code) => {
      expect(pageOf(code)).toContain(
        ':where(#pas-message) blockquote{margin-left:.8ex !important;margin-right:0 !important;border-left:1px #ccc solid !important;padding-left:1ex !important}',
      )
    },
  )

  it.each(['GMAILIOS', 'GMAILMOBILEWEB'])('is drawn as the email sets it in %s', (code) => {
    expect(pageOf(code)).not.toContain('blockquote{')
  })
})

it('breaks the lines of preformatted text on Android', () => {
  expect(drawIn(android, '<pre>x</pre>').page).toContain(':where(#pas-message) pre{white-space:pre-wrap}')
})

describe('fonts on Android', () => {
  it.each([
    ['Arial', 'Roboto'],
    ['Helvetica', 'Roboto'],
    ['sans-serif', 'Roboto'],
    ["'Times New Roman'", "'Noto Serif'"],
    ['Georgia', "'Noto Serif'"],
  ])('%s is drawn as %s', (sent, drawn) => {
    for (const code of [android, 'ANDROIDGMAILIMAP', 'GMAILMOBILEWEB']) {
      expect(inlineOf(code, `font-family:${sent}`)).toBe(inlineOf(code, `font-family:${drawn}`))
    }
  })

  it('are the email’s own on iOS', () => {
    expect(inlineOf('GMAILIOS', 'font-family:Arial')).toBe('font-family:Arial')
  })
})

describe('accounts of other providers in Gmail’s app', () => {
  const imap = 'ANDROIDGMAILIMAP'

  it('draw an email with <style> as the email without it', () => {
    const without = '<!DOCTYPE html><html><head></head><body><p class="a">x</p></body></html>'
    expect(drawIn(imap, styled).page).toBe(drawIn(imap, without).page)
    expect(drawIn(imap, styled).rules).toContain('style-unsupported')
  })

  it.each([
    'background-size:cover',
    'background-clip:text',
    'object-fit:cover',
    'text-decoration:none',
    'text-overflow:ellipsis',
    'white-space:nowrap',
    'writing-mode:vertical-rl',
    'mix-blend-mode:multiply',
    'width:calc(100% - 3px)',
    'width:min(3px,4px)',
    'color:var(--x)',
    'color:initial',
    'display:flex',
    'display:grid',
    'text-align:start',
    'margin:-3px',
  ])('drop %s', (declaration) => {
    expect(inlineOf(imap, `color:red;${declaration}`)).toBe('color:red')
  })

  it.each(['box-shadow:0 0 3px red', 'background:red 0 0/cover', 'display:inline-block', 'float:left'])(
    'keep %s',
    (declaration) => {
      expect(inlineOf(imap, declaration)).toBe(declaration)
    },
  )

  it('drop style sheets and what needs a Google account on iOS too', () => {
    const head = '<style>.a{color:red}</style>'
    expect(drawIn('GMAILIOSIMAP', withHead(head, '<p class="a">x</p>')).styles).toEqual([])
    expect(drawIn('GMAILIOS26', withHead(head, '<p class="a">x</p>')).styles).toHaveLength(1)
    for (const declaration of ['display:flex', 'display:grid', 'width:calc(1px + 1em)', 'width:min-content'])
      expect(inlineOf('GMAILIOSIMAP', `color:red;${declaration}`)).toBe('color:red')
    for (const declaration of ['box-shadow:0 0 3px red', 'text-align:start'])
      expect(inlineOf('GMAILIOSIMAP', declaration)).toBe(declaration)
    expect(drawIn('GMAILIOSIMAP', '<input type="submit"><meter value="1"></meter>').message).not.toContain(
      '<input',
    )
  })

  it('are treated alike in the mail app of Android 6', () => {
    expect(emulateFor('ANDROID6', emailOf(styled))).toEqual(emulateFor(imap, emailOf(styled)))
  })

  it('show SVG pictures, rulers and meters, which Google accounts do not', () => {
    const html = '<img src="https://x.y/a.svg"><meter value="1"></meter><ruby>x<rt>y</rt></ruby>'
    expect(drawIn(imap, html).message).toMatch(/<img src=.*<meter.*<ruby>/)
    expect(drawIn(android, html).message).not.toMatch(/src=|<meter|<ruby/)
  })
})

describe('Gmail in a phone’s browser', () => {
  const mobileWeb = 'GMAILMOBILEWEB'

  it('draws an email with media queries as the email without any style', () => {
    const head = '<style>@media (max-width:600px){.a{color:red}}.a{color:blue}</style>'
    expect(drawIn(mobileWeb, withHead(head, '<p class="a">x</p>')).styles).toEqual([])
  })

  it.each(['display:none', 'opacity:.5', 'background-size:cover', 'box-sizing:border-box'])(
    'drops %s, which the app keeps',
    (declaration) => {
      expect(inlineOf(mobileWeb, declaration)).toBe('')
      expect(inlineOf(android, declaration)).toBe(declaration)
    },
  )

  it('turns the whole message right to left if any text is in such a language', () => {
    const { page, rules } = drawIn(mobileWeb, '<p dir="ltr">one</p><p>שלום</p>')
    expect(page).toMatch(/<div dir="rtl" id="pas-message"/)
    expect(rules).toContain('message-turned-right-to-left')
    expect(drawIn(mobileWeb, '<p>one</p>').page).not.toContain('dir="rtl"')
    expect(drawIn(android, '<p>שלום</p>').page).not.toContain('dir="rtl"')
  })

  it('joins no background positions', () => {
    expect(inlineOf(mobileWeb, 'background-position:0 0,9px 9px')).toBe('background-position:0 0,9px 9px')
  })
})

describe('Gmail in dark mode', () => {
  const darkAndroid = [10, 12, 13, 14, 15].map((release) => `ANDROID${release}GMAILAPPDARK`)
  const colourOf = (code: string, css: string) => /#[\da-f]{6}/.exec(inlineOf(code, css))?.[0] ?? null
  const isDark = (colour: string | null) => colour !== null && Number.parseInt(colour.slice(1, 3), 16) < 0x60

  it('does not change the message on the web', () => {
    expect(drawIn('CHROMEGMAILNEW', '<p style="background:#ffffff">x</p>').message).toContain('#ffffff')
  })

  it('makes light backgrounds dark and dark text light on iOS, and a dark email light', () => {
    expect(isDark(colourOf('GMAILIOSDARK', 'background:#ffffff'))).toBe(true)
    expect(isDark(colourOf('GMAILIOSDARK', 'color:#000000'))).toBe(false)
    expect(isDark(colourOf('GMAILIOSDARK', 'background:#000000'))).toBe(false)
    expect(isDark(colourOf('GMAILIOSDARK', 'color:#ffffff'))).toBe(true)
    expect(drawIn('GMAILIOSDARK', 'x').frame.colorScheme).toBe('dark')
  })

  it('does not change gradients on iOS (email-bugs 68)', () => {
    expect(colourOf('GMAILIOSDARK', 'background:linear-gradient(#ffffff,#ffffff)')).toBe('#ffffff')
  })

  it.each(darkAndroid)('%s leaves the colours to the engine, which darkens a light page', (code) => {
    const html = '<p style="color:#000000;background:#ffffff">x</p>'
    expect(drawIn(code, html).page).toBe(drawIn(android, html).page)
    expect(drawIn(code, html).frame).toEqual({
      ...drawIn(android, html).frame,
      colorScheme: 'dark',
      isDarkenedByEngine: true,
    })
  })

  it.each([
    ['background:#ffffff', true],
    ['background:#cecece', true],
    ['background:#cccccc', false],
    ['background-color:#c8c9c7', false],
    ['background:#ffd400', false],
    ['background:#000000', false],
    ['background:linear-gradient(#ffffff,#00594e)', true],
    ['background:linear-gradient(#cccccc,#00594e)', false],
    ['color:#000000', true],
    ['color:#808080', true],
    ['color:#16a34a', true],
    ['color:#959595', true],
    ['color:#969696', false],
    ['color:#ffffff', false],
    ['border:1px solid #dddddd', true],
    ['box-shadow:0 0 1px #000000', false],
  ])('reports that Android darkens %s: %s', (css, isDarkened) => {
    const { rules } = drawIn('ANDROID15GMAILAPPDARK', withHead(`<style>.a{${css}}</style>`))
    expect(rules.includes('dark-partial-inversion')).toBe(isDarkened)
    expect(drawIn('ANDROID15GMAILAPP', withHead(`<style>.a{${css}}</style>`)).rules).not.toContain(
      'dark-partial-inversion',
    )
  })

  it('reports a darkened colour with its place and how many elements have it', () => {
    const { changes } = drawIn(
      'ANDROID15GMAILAPPDARK',
      '<b style="color:#333">x</b><b style="color:#333">y</b>',
    )
    expect(changes).toEqual([
      expect.objectContaining({
        rule: 'dark-partial-inversion',
        what: 'color',
        where: { line: 1, column: 4 },
        count: 2,
      }),
    ])
  })

  it.each([
    '<meta name="color-scheme" content="dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<style>:root{color-scheme:dark}.a{color-scheme:only light;color:red}</style>',
  ])('does not let the email switch darkening off: %s', (head) => {
    const { page } = drawIn('ANDROID15GMAILAPPDARK', withHead(head, '<p style="color-scheme:dark">x</p>'))
    expect(page).not.toContain('color-scheme')
  })

  it.each([...darkAndroid, 'GMAILIOSDARK'])('%s honours no dark styles of the author', (code) => {
    const head = '<style>@media (prefers-color-scheme:dark){.a{color:red}}</style>'
    expect(drawIn(code, withHead(head)).styles.join('')).not.toContain('red')
  })
})

it.each([
  ['ANDROID15GMAILAPP', 'div', 'in one more division'],
  ['GMAILIOS', 'u', 'directly'],
  ['CHROMEGMAILNEW', 'u', 'directly'],
])('%s has the element that `div > u + .body` needs: <%s> %s in the message', (code, first) => {
  const { page } = drawIn(code, withHead('', '<p>x</p>').replace('<body>', '<body class="body">'))
  expect(page).toMatch(
    first === 'div'
      ? /<div id="pas-message"[^>]*><div><u><\/u><div class/
      : /<div id="pas-message"[^>]*><u><\/u><div class/,
  )
  expect(drawIn(code, '<p>x</p>').page).not.toContain('<u>')
})
