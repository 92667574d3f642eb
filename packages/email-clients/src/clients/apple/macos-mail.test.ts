import { drawIn, withHead } from '../../../tests/draw-in-client'

const styled = (css: string, body: string) => withHead(`<style>${css}</style>`, body)

describe('Mail on a Mac', () => {
  it.each([
    // caniemail tested some of these by Mail's version, others by that of macOS or its kernel.
    ['APPMAIL13', 'aspect-ratio:2/1', false],
    ['APPMAIL15', 'aspect-ratio:2/1', true],
    ['APPMAIL13', 'border-start-start-radius:3px', false],
    ['APPMAIL15', 'border-start-start-radius:3px', true],
    ['APPMAIL14', 'accent-color:red', false],
    ['APPMAIL15', 'accent-color:red', true],
    ['APPMAIL14', 'float:inline-start', false],
    ['APPMAIL15', 'float:inline-start', true],
    ['APPMAIL13', 'margin-inline:1px', false],
    ['APPMAIL16', 'margin-inline:1px', true],
    ['APPMAIL16', 'color:light-dark(red,blue)', false],
    ['APPMAIL17', 'color:light-dark(red,blue)', true],
    ['APPMAIL17', 'content-visibility:hidden', false],
    ['APPMAIL18', 'content-visibility:hidden', true],
    ['APPMAIL18', 'text-wrap:pretty', false],
    ['APPMAIL26', 'text-wrap:pretty', true],
    ['APPMAIL16', 'position:fixed', false],
    ['APPMAIL16', 'resize:block', false],
    ['APPMAIL16', 'resize:both', true],
  ])('%s honours %s: %s', (code, css, isHonoured) => {
    expect(drawIn(code, `<p style="${css}">x</p>`).message.includes('style')).toBe(isHonoured)
  })

  it.each([
    ['APPMAIL16', false],
    ['APPMAIL18', true],
  ])('%s honours backdrop-filter without its prefix: %s, and always with it', (code, isHonoured) => {
    const { message } = drawIn(
      code,
      '<p style="-webkit-backdrop-filter:invert(1);backdrop-filter:invert(1)">x</p>',
    )
    expect(message).toContain('-webkit-backdrop-filter')
    expect(message.includes('; backdrop-filter') || message.includes(';backdrop-filter')).toBe(isHonoured)
  })

  it('shows heif since macOS 14', () => {
    const html = '<img src="https://x.y/a.heif" alt="A">'
    expect(drawIn('APPMAIL16', html).message).toBe('<img alt="A">')
    expect(drawIn('APPMAIL17', html).message).toContain('src=')
  })

  it('draws an image that came with the message in its own size, at most as wide as the window', () => {
    const image = (attributes: string) => `<img src="cid:a@b" ${attributes}>`
    const own = / style="max-width:100%!important;height:auto">/
    expect(drawIn('APPMAIL14', image('width="260" height="260"'))).toMatchObject({
      message: drawIn('APPMAIL14', image('')).message,
      rules: ['embedded-size-ignored', 'embedded-size-ignored'],
    })
    expect(drawIn('APPMAIL14', image('')).message).toMatch(own)
    expect(drawIn('APPMAIL14', image('style="max-width:90px"')).message).toMatch(own)
    expect(drawIn('APPMAIL14', image('style="width:90px"')).message).toContain('width:90px;max-width:100%')
    const fetched = image('width="30" height="3"').replace('cid:a@b', 'https://x.y/a.png')
    expect(drawIn('APPMAIL14', fetched).changes).toEqual([])
    expect(drawIn('IPHONE16', image('width="30"')).message).toContain('width="30"')
  })

  it('draws an inline <svg> only on a body with a background of any kind', () => {
    const drawing = '<svg><path d="M0 0"></path></svg>'
    expect(drawIn('APPMAIL16', `<p>${drawing}</p>`)).toMatchObject({
      message: '<p></p>',
      rules: ['drawing-hidden'],
    })
    for (const html of [
      `<body bgcolor="white">${drawing}`,
      `<body style="background:#fff">${drawing}`,
      styled('body{background-color:#fff}', drawing),
    ]) {
      expect(drawIn('APPMAIL16', html).message).toBe(drawing)
    }
    expect(drawIn('IPHONE16', drawing).message).toBe(drawing)
  })
})
