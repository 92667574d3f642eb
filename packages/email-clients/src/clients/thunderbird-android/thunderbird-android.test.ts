import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

const code = 'K9MAIL'

describe('K-9 Mail and Thunderbird for Android', () => {
  it.each([
    ['<section><p>x</p></section>', '<p>x</p>'],
    ['<button>x</button>', 'x'],
    ['<video src="z.mp4"><b>x</b></video>', ''],
    ['<svg><circle r="3"/></svg>', ''],
    ['<font color="red" data-x="1">x</font>', '<font color="red">x</font>'],
    ['<p align="center" style="display:grid">x</p>', '<p style="display:grid">x</p>'],
    ['<div align="center" lang="de">x</div>', '<div align="center">x</div>'],
    ['<a href="https://x.y/" target="_blank">x</a>', '<a href="https://x.y/">x</a>'],
  ])('draw %s as %s', (sent, drawn) => {
    expect(drawIn(code, sent).message).toBe(drawn)
  })

  it('keep the size and the borders of tables, and no border or srcset of images', () => {
    const { message } = drawIn(
      code,
      '<table width="600" height="9" border="1"><tbody><tr height="3"><td height="4">x</td></tr></tbody></table>' +
        '<img src="https://x.y/a.png" width="3" border="0" srcset="https://x.y/b.png 2x">',
    )
    expect(message).toContain(
      '<table width="600" border="1"><tbody><tr><td height="4">x</td></tr></tbody></table>',
    )
    expect(message).toMatch(/<img src="[^"]+" width="3">/)
  })

  it('keep style blocks whole, and drop linked style sheets', () => {
    const css = '@media (max-width:600px){p:has(b){color:red}}'
    const { styles, page, rules } = drawIn(
      code,
      withHead(`<link rel="stylesheet" href="https://x.y/a.css"><style>${css}</style>`),
    )
    expect(styles[0]).toBe(css)
    expect(page).not.toContain('<link')
    expect(rules).toEqual(['element-unsupported'])
  })

  it.each([
    [code, 'com-fsck-k9'],
    ['THUNDERBIRDANDROID', 'net-thunderbird-android'],
  ])("%s puts its own style sheet after the email's, and its classes on the body", (of, namespace) => {
    const { page, styles } = drawIn(
      of,
      '<head><style>p{color:red}</style></head><body class="a" bgcolor="red">x</body>',
    )
    expect(page).toContain(`class="a ${namespace}__message-viewer ${namespace}__main-content"`)
    expect(page).toContain('bgcolor="red"')
    expect(styles[0]).toBe('p{color:red}')
    expect(styles[1]).toContain('body{font-size:.9rem}')
    expect(styles[1]).toContain('padding:0 8px')
  })

  it('show a message that is wider than the screen smaller', () => {
    expect(emulateFor(code, emailOf('x')).document).toMatchObject({
      tooWide: 'scaled',
      frame: { width: 412 },
    })
  })

  it.each(['K9MAIL', 'THUNDERBIRDANDROID'])('%s leaves darkening to the WebView', (light) => {
    const html = '<p style="color:#000">x</p>'
    expect(drawIn(`${light}DARK`, html).page).toBe(drawIn(light, html).page)
    expect(drawIn(`${light}DARK`, html).frame).toMatchObject({
      colorScheme: 'dark',
      isDarkenedByEngine: true,
    })
    expect(drawIn(light, html).frame).not.toHaveProperty('isDarkenedByEngine')
  })

  it('report the colours that the WebView darkens, unless the email declares a dark scheme', () => {
    const html = '<p style="color:#000;background:#ccc">x</p>'
    expect(drawIn('K9MAILDARK', html).changes).toEqual([
      expect.objectContaining({ rule: 'dark-partial-inversion', what: 'color', count: 1 }),
    ])
    const head = '<meta name="color-scheme" content="light dark">'
    expect(drawIn('K9MAILDARK', withHead(head, html)).rules).toEqual([])
    expect(drawIn('K9MAIL', html).rules).toEqual([])
  })
})
