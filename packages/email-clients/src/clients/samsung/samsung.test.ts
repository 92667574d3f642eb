import { drawIn, withHead } from '../../../tests/draw-in-client'

const code = 'ANDROIDSAMSUNG10'
const inBody = (html: string) => {
  const { message } = drawIn(code, html)
  return message.replace(/^<div id="MessageViewBody" class="mail-message-content">|<\/div>$/g, '')
}

describe('Samsung Email', () => {
  it('puts the message into #MessageViewBody, which the email can style', () => {
    const { message, styles } = drawIn(
      code,
      withHead('<style>#MessageViewBody a{color:inherit}</style>', '<a href="https://x.y">x</a>'),
    )
    expect(message).toBe(
      '<div id="MessageViewBody" class="mail-message-content"><a href="https://x.y">x</a></div>',
    )
    expect(styles).toEqual(['#MessageViewBody a{color:inherit}'])
  })

  it('draws every email without its doctype', () => {
    expect(drawIn(code, '<!DOCTYPE html><p>x</p>').page).toBe(drawIn(code, '<p>x</p>').page)
  })

  it.each([
    'white-space:nowrap',
    'text-overflow:ellipsis',
    'position:sticky',
    'inset:1px',
    'inset-inline-start:1px',
    'width:min-content',
    'color:oklch(50% 0.1 20)',
    'font-size:larger',
    'top:5%',
    'overflow-block:hidden',
  ])('does not honour %s', (css) => {
    expect(inBody(`<p style="color:red;${css}">x</p>`)).toBe('<p style="color:red">x</p>')
  })

  it.each([
    'width:max(1px,2px)',
    'position:absolute',
    'left:10px',
    'width:10%',
    'font-size:12px',
    'overflow:hidden',
  ])('honours %s', (css) => {
    expect(inBody(`<p style="${css}">x</p>`)).toBe(`<p style="${css}">x</p>`)
  })

  it('keeps media queries and gradients, as with an account of any provider except Microsoft', () => {
    const css = '@media (max-width:600px){.a{background:linear-gradient(red,blue)}}'
    expect(drawIn(code, withHead(`<style>${css}</style>`)).styles).toEqual([css])
  })

  it.each([
    ['ANDROIDSAMSUNG6', 360, 640],
    ['ANDROIDSAMSUNG7', 360, 740],
    ['ANDROIDSAMSUNG10', 360, 760],
    ['ANDROIDSAMSUNG12', 360, 780],
    ['ANDROIDSAMSUNG15DARK', 360, 780],
  ])('%s is %i by %i, either way', (phone, width, height) => {
    expect(drawIn(phone, 'x').frame).toMatchObject({ width, height, deviceScaleFactor: 3 })
    expect(drawIn(phone, 'x', { orientation: 'horizontal' }).frame).toMatchObject({
      width: height,
      height: width,
    })
  })

  it('honours what newer versions of the app honour only on the newer phones', () => {
    const html = withHead('<style>p:has(b){color:red}</style>', '<p>x</p>')
    expect(drawIn('ANDROIDSAMSUNG10', html).styles).toEqual(['p:has(b){color:red}'])
    expect(drawIn('ANDROIDSAMSUNG6', html).styles).toEqual([''])
  })
})

describe("Samsung Email's auto-fit", () => {
  const widthOf = (html: string) => drawIn(code, html).frame.width

  it('lays out as wide as the largest numeric width attribute, and shows that smaller', () => {
    const { frame, changes } = drawIn(
      code,
      '<table width="600"><tr><td width="300"><img width="200"></td></tr></table>',
    )
    expect(frame.width).toBe(600)
    expect(frame.width * (frame.zoom ?? 1)).toBeCloseTo(360)
    expect(frame.deviceScaleFactor).toBe(3)
    expect(frame.height).toBe(1267)
    expect(changes).toMatchObject([
      { rule: 'window-fitted', what: '600 px wide', where: { line: 1, column: 8 }, count: 1 },
    ])
  })

  it('does not change a message that has no width beyond the screen', () => {
    expect(drawIn(code, '<table width="360"><tr><td width="100%">x</td></tr></table>')).toMatchObject({
      frame: { width: 360, deviceScaleFactor: 3 },
      changes: [],
    })
  })

  it.each([
    ['<table width="100%">', 360],
    ['<div style="width:640px">', 640],
    ['<div style="max-width:640px">', 360],
    ['<div style="display:none"><table width="700"></table></div>', 360],
    ['<table width="600px">', 600],
    ['<table width="99999">', 2000],
  ])('%s makes a window of %i px', (html, width) => {
    expect(widthOf(html)).toBe(width)
  })

  it('uses the width of the wrapper if a style block widens the wrapper', () => {
    const html = (query: string) =>
      withHead(
        `<style>@media screen and (max-width:${query}){.mail-message-content{width:414px !important}}</style>`,
        '<table width="600"></table>',
      )
    expect(widthOf(html('384px'))).toBe(414)
    expect(widthOf(html('320px'))).toBe(600)
  })
})

describe("Samsung Email's dark mode", () => {
  const dark = 'ANDROIDSAMSUNG15DARK'

  it('leaves darkening to the engine, and reports light backgrounds and dark text', () => {
    const html = '<table width="600"><tr><td style="color:#000;background:#fff;">x</td></tr></table>'
    const { page, frame, changes } = drawIn(dark, html)
    const light = drawIn('ANDROIDSAMSUNG15', html)
    expect(page).toBe(light.page)
    expect(frame).toEqual({ ...light.frame, colorScheme: 'dark', isDarkenedByEngine: true })
    const ofDarkMode = changes.filter(({ rule }) => rule === 'dark-partial-inversion')
    expect(ofDarkMode.map(({ what }) => what)).toEqual(['color', 'background'])
    expect(ofDarkMode[0]?.source).toContain('assumed')
  })

  it.each([
    '<style>@media (prefers-color-scheme:dark){p{color:#fff !important}}</style>',
    '<style>:root{color-scheme:light dark}</style>',
    '<style>p{color-scheme:dark}</style>',
  ])('leaves an email with %s to its own styles, on a black page', (head) => {
    const { page, frame, rules, message } = drawIn(dark, withHead(head, '<p style="color:#000">x</p>'))
    expect(page).toContain('background:#000')
    expect(frame.colorScheme).toBe('dark')
    expect(frame).not.toHaveProperty('isDarkenedByEngine')
    expect(rules).not.toContain('dark-partial-inversion')
    expect(message).toContain('color:#000')
  })

  it('is off in the light codes', () => {
    const { frame, rules } = drawIn('ANDROIDSAMSUNG15', '<p style="color:#000">x</p>')
    expect([frame.colorScheme, rules]).toEqual(['light', []])
  })
})

describe('colour blindness', () => {
  it('draws the whole email through a filter, and removes nothing from it', () => {
    const html = withHead('<style>p:nth-child(2){display:grid}</style>', '<p style="position:fixed">x</p>')
    const { page, styles, message, changes } = drawIn('COLORBLIND', html)
    expect(page).toContain('html{filter:url("data:image/svg+xml,')
    expect(styles).toEqual(['p:nth-child(2){display:grid}'])
    expect(message).toBe('<p style="position:fixed">x</p>')
    expect(changes).toEqual([])
  })
})
