import { drawIn, withHead } from '../../../../tests/draw-in-client'

const missing = 'http://assets.invalid/missing'

describe('images in Gmail', () => {
  it('are drawn from their frozen copies', () => {
    expect(drawIn('CHROMEGMAILNEW', '<img src="https://x.y/a.png">').message).toContain(
      '<img src="http://assets.invalid/frozen/https%3A%2F%2Fx.y%2Fa.png">',
    )
  })

  it('that were not frozen point at an address that never loads', () => {
    const { message } = drawIn('CHROMEGMAILNEW', '<img src="https://x.y/a.png" alt="A">', {
      assetUrl: () => null,
    })
    expect(message).toContain(`<img src="${missing}" alt="A">`)
  })

  it.each(['data:image/png;base64,AAAA', 'https://x.y/a.svg', 'https://x.y/a.SVG?b=c'])(
    'at %s are not shown',
    (src) => {
      const { message, rules } = drawIn('CHROMEGMAILNEW', `<img src="${src}" alt="A" width="30">`)
      expect(message).toBe('<div><img alt="A" width="30"></div>')
      expect(rules).toContain('image-not-shown')
    },
  )

  it.each(['webp', 'heif', 'avif'])('.%s are shown: a proxy converts them', (format) => {
    for (const code of [
      'CHROMEGMAILNEW',
      'ANDROID11GMAILAPP',
      'GMAILIOS',
      'GMAILMOBILEWEB',
      'ANDROIDGMAILIMAP',
    ]) {
      expect(drawIn(code, `<img src="https://x.y/a.${format}">`).message).toContain(`a.${format}">`)
    }
  })

  it('at data: addresses in CSS never load, and the rest of the value stays', () => {
    const { message, styles } = drawIn(
      'CHROMEGMAILNEW',
      withHead(
        '<style>.a{background:red url(data:image/png;base64,AAAA)}</style>',
        '<p style="background:#fff url(https://x.y/a.svg) no-repeat">x</p>',
      ),
    )
    expect(styles[0]).toContain(`background:red url("${missing}")`)
    expect(message).toContain(`background:#fff url(&quot;${missing}&quot;)`)
  })

  it('in <style> are honoured as backgrounds and do not break the block', () => {
    const { styles } = drawIn(
      'CHROMEGMAILNEW',
      withHead('<style>.a{background-image:url(https://x.y/a.png)}</style>'),
    )
    expect(styles[0]).toContain('frozen')
  })
})

describe('Gmail with images off', () => {
  it.each([
    'CHROMEGMAILNEW',
    'CHROMEOUTLOOKCOM',
    'CHROMEYAHOO',
    'OL2019MAC',
    'PROTONMAIL',
    'LAPOSTE',
    'OL365',
    'ANDROIDOUTLOOK',
  ])('are those that would be fetched: %s shows what came with the message', (code) => {
    const images = '<p style="background:url(cid:a%40b)"><img src="cid:a@b"><img src="https://x.y/b.png"></p>'
    const { message } = drawIn(code, images, {
      images: 'blocked',
      assetUrl: (url) => `http://f/${url.slice(0, 3)}`,
    })
    expect(message).toContain('src="http://f/cid"')
    expect(message).not.toContain('http://f/htt')
  })

  const blocked = (html: string) => drawIn('CHROMEGMAILNEW', html, { images: 'blocked' })

  it('shows no background images of attributes or CSS, and keeps background colours', () => {
    const { message, styles } = blocked(
      withHead(
        '<style>.a{background-image:url(https://x.y/a.png)}.b{background:red url(https://x.y/a.png)}</style>',
        '<table background="https://x.y/a.png"></table><p style="background:blue url(https://x.y/a.png)">x</p>',
      ),
    )
    expect(message + styles.join()).not.toContain('assets.invalid')
    expect(message).toContain('<p style="background:blue">x</p>')
    expect(styles[0]).toContain('background:red')
  })
})
