import { drawIn, withHead } from '../../../tests/draw-in-client'

const code = 'CHROMEOUTLOOKCOMDARK'

describe('Outlook.com in dark mode', () => {
  it.each([
    'OUTLOOKCOMDARK',
    'FFOUTLOOKCOMDARK',
    'OUTLOOKNEWDARK',
    'OFFICE365DARK',
    'CHROMEOFFICE365DARK',
    'FFOFFICE365DARK',
  ])('is the same as %s', (other) => {
    const html = '<p style="color:#333">x</p>'
    expect(drawIn(other, html).page).toBe(drawIn(code, html).page)
  })

  it('has a dark page in a dark window, so that prefers-color-scheme is dark', () => {
    const { page, frame } = drawIn(code, '<p>x</p>')
    expect(frame.colorScheme).toBe('dark')
    expect(page).toContain('background:#292929')
  })

  it('darkens inline and keeps the original in data-ogsc and data-ogsb', () => {
    expect(drawIn(code, '<p style="color:#333;background-color:#ffffff">x</p>').message).toBe(
      '<div><p style="color:#d6d6d6;background-color:#292929" data-ogsc="#333" data-ogsb="#ffffff">x</p></div>',
    )
  })

  it('keeps the original of an attribute in data-ogac and data-ogab', () => {
    const { message } = drawIn(code, '<font color="#333333">x</font><table bgcolor="#ffffff"></table>')
    expect(message).toContain('<font color="#d6d6d6" data-ogac="#333333"')
    expect(message).toContain('<table bgcolor="#292929" data-ogab="#ffffff"')
  })

  it('marks elements that a rule colours, and elements that inherit such a colour', () => {
    const { message } = drawIn(
      code,
      withHead(
        '<style>.a{color:#333}.n:hover{color:#000}</style>',
        '<p class="a"><b>x</b></p><p class="n">y</p>',
      ),
    )
    expect(message).toContain('<p class="x_a" data-ogsc=""><b data-ogsc="">x</b></p><p class="x_n">y</p>')
  })

  it('does not change light text, dark backgrounds and borders', () => {
    const html = '<p style="color:#fff;background:#222;border:1px solid #ddd">x</p>'
    expect(drawIn(code, html).message).toBe(
      '<div><p style="color:#fff;background:#222;border:1px solid #ddd">x</p></div>',
    )
    expect(drawIn(code, html).changes).toEqual([])
  })

  it.each([
    ['color:#8e8e8e', 'color:#929292'],
    ['color:#909090', 'color:#909090'],
    ['background:#7a7a7a', 'background:#767676'],
    ['background:#767676', 'background:#767676'],
  ])('draws %s, of a contrast near 4.5, as %s', (sent, drawn) => {
    expect(drawIn(code, `<p style="${sent}">x</p>`).message).toContain(`style="${drawn}"`)
  })

  // email-bugs 64, 2019-07-15: of several backgrounds the one that applies is darkened.
  it.each([
    ['.foo{background:red}', '#ef0000'],
    ['.foo{background:red}.bar{background:green}', 'green'],
    ['.foo{background:red}.foo{background:red}', '#ef0000'],
  ])('draws the last background of %s as %s', (css, drawn) => {
    const { styles } = drawIn(code, withHead(`<style>${css}</style>`, '<div class="foo bar">x</div>'))
    expect(styles.join('').split('background:').at(-1)).toBe(`${drawn}}`)
  })

  it("does not change the author's own rules for dark mode", () => {
    const { styles } = drawIn(
      code,
      withHead('<style>[data-ogsc] .a{color:#333!important}[data-ogsb] .a{background:#fff}</style>', ''),
    )
    expect(styles.join('')).toBe(
      '.rps_ca92 [data-ogsc] .x_a{color:#333!important}.rps_ca92 [data-ogsb] .x_a{background:#fff}',
    )
  })

  it('reports each property with its first place and how many elements', () => {
    const { changes } = drawIn(code, '<p style="color:#333">x</p><p style="color:#333">y</p>')
    expect(changes).toEqual([
      expect.objectContaining({
        rule: 'dark-colour',
        what: 'color',
        count: 2,
        where: { line: 1, column: 4 },
      }),
    ])
  })
})

describe("Outlook's apps in dark mode", () => {
  it.each(['OUTLOOKIOS', 'ANDROIDOUTLOOK'])('%s darkens as Outlook.com does, on a dark page', (app) => {
    const html = '<p style="color:#333;background-color:#ffffff">x</p>'
    const { page, frame, message, changes } = drawIn(`${app}DARK`, html)
    expect(frame.colorScheme).toBe('dark')
    expect(page).toContain('html,body{margin:0;padding:0;background:#292929}')
    // email-bugs 112, 2022-03-14: text without a colour, on iOS.
    expect(page).toContain(app === 'OUTLOOKIOS' ? 'color:#e1e1e1' : 'color:#fff')
    expect(changes.at(-1)?.source).toContain('assumed')
    expect(message).toContain(
      '<p style="color:#d6d6d6;background-color:#292929" data-ogsc="#333" data-ogsb="#ffffff">',
    )
    expect(drawIn(app, html).page).toContain('html,body{margin:0;padding:0;background:#fff}')
    expect(drawIn(app, html).message).toContain('<p style="color:#333;background-color:#ffffff">')
  })
})
