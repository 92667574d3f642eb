import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'
import { appleClients } from './clients'

const styled = (css: string, body = '<p class="a">x</p>') => withHead(`<style>${css}</style>`, body)

describe('Mail on iPhone and iPad', () => {
  it.each([
    ['IPHONESE', 320, 568, 2],
    ['IPHONE8PLUS', 414, 736, 3],
    ['IPHONE12MINI', 375, 812, 3],
    ['IPHONE14', 390, 844, 3],
    ['IPHONE14PLUS', 428, 926, 3],
    ['IPHONE14PROMAX', 430, 932, 3],
    ['IPHONE15', 393, 852, 3],
    ['IPHONE15PLUS', 430, 932, 3],
    ['IPHONE16', 393, 852, 3],
    ['IPHONE16PROMAX', 440, 956, 3],
    ['IPHONE17', 402, 874, 3],
    ['IPHONE17PROMAXDARK', 440, 956, 3],
    ['IPHONEAIR', 420, 912, 3],
    ['IPADGEN10', 820, 1180, 2],
    ['IPADPROM4P11IN', 834, 1210, 2],
    ['IPADPROM4P13IN', 1032, 1376, 2],
    ['IPADMINI6', 744, 1133, 2],
    ['IPADPRO13IN', 1024, 1366, 2],
  ])('%s is as wide as its screen, held either way', (code, width, height, deviceScaleFactor) => {
    expect(drawIn(code, 'x').frame).toMatchObject({ width, height, deviceScaleFactor, mobile: true })
    expect(drawIn(code, 'x', { orientation: 'horizontal' }).frame).toMatchObject({
      width: height,
      height: width,
    })
  })

  it('leaves a plain email as it is, on every device', () => {
    for (const { code } of appleClients) expect(drawIn(code, '<b>x</b>').message).toBe('<b>x</b>')
  })

  it('lays out in the width of the device, unless the email has a viewport of its own', () => {
    const { page } = drawIn('IPHONE16', withHead('<meta name="viewport" content="width=600">'))
    expect(page.indexOf('content="width=device-width"')).toBeGreaterThan(0)
    expect(page.indexOf('content="width=device-width"')).toBeLessThan(page.indexOf('content="width=600"'))
  })

  it('does not shrink an email that disables reformatting', () => {
    const { page, rules } = drawIn('IPHONE16', withHead('<meta name="x-apple-disable-message-reformatting">'))
    expect(page).toContain('content="width=device-width,shrink-to-fit=no"')
    expect(rules).toContain('auto-scale-off')
    expect(drawIn('IPHONE16', 'x').page).not.toContain('shrink-to-fit')
    const meta = '<meta name="x-apple-disable-message-reformatting">'
    expect(emulateFor('IPHONE16', emailOf('x')).document).toMatchObject({ tooWide: 'scaled' })
    expect(emulateFor('IPHONE16', emailOf(`${meta}x`)).document).toMatchObject({ tooWide: 'cut' })
    expect(emulateFor('APPMAIL16', emailOf('x')).document).not.toHaveProperty('tooWide')
  })

  it('computes vh as zero since iOS 15', () => {
    const html = styled('.a{height:50vh}', '<p style="margin:10vh 1vw calc(2vh + 3px)">x</p>')
    const { styles, message, changes } = drawIn('IPHONE13', html)
    expect(styles).toEqual(['.a{height:0px}'])
    expect(message).toBe('<p style="margin:0px 1vw calc(0px + 3px)">x</p>')
    expect(changes.map(({ what }) => what)).toEqual(['height: 50vh', 'margin: 10vh', 'margin: 2vh'])
    expect(drawIn('IPHONE12', html).styles).toEqual(['.a{height:50vh}'])
  })

  it('never matches orientation: portrait in iOS 18', () => {
    const html = styled(
      '@media (orientation:portrait){.a{color:red}}@media (orientation:landscape),screen and (orientation:portrait){.a{color:blue}}',
    )
    expect(drawIn('IPHONE16', html).styles).toEqual(['@media (orientation:landscape){.a{color:blue}}'])
    expect(drawIn('IPHONE17', html).styles).toEqual(drawIn('IPHONE16', html).styles)
    for (const code of ['IPHONE13', 'IPHONE15'])
      expect(drawIn(code, html).styles[0]).toContain('@media (orientation:portrait)')
  })

  it.each(['fixed', 'sticky', '-webkit-sticky'])('does not honour position: %s', (position) => {
    expect(drawIn('IPHONE16', `<p style="position:${position};color:red">x</p>`).message).toBe(
      '<p style="color:red">x</p>',
    )
  })

  it('honours position: absolute, cursor and resize have no effect', () => {
    const html = '<p style="position:absolute;cursor:help;resize:both">x</p>'
    expect(drawIn('IPHONE16', html).message).toBe('<p style="position:absolute">x</p>')
  })

  it.each([
    ['IPHONE8', 'aspect-ratio:2/1', false],
    ['IPHONE13', 'aspect-ratio:2/1', true],
    ['IPHONE12', 'color:light-dark(red,blue)', false],
    ['IPHONE16', 'color:light-dark(red,blue)', true],
    ['IPHONE13', 'text-wrap:balance', false],
    ['IPHONE15', 'text-wrap:balance', true],
    ['IPHONE15', 'content-visibility:hidden', false],
    ['IPHONE16', 'content-visibility:hidden', true],
    ['IPHONE16', 'text-wrap:pretty', false],
    ['IPHONE16IOS26', 'text-wrap:pretty', true],
    ['IPHONE16', 'color:contrast-color(red)', false],
    ['IPHONE17', 'color:contrast-color(red)', true],
    ['IPHONE8', 'text-decoration-color:red', false],
    ['IPHONESE2020', 'text-decoration-color:red', true],
    ['IPHONE12', 'float:inline-start', false],
    ['IPHONE13', 'float:inline-start', true],
    ['IPHONE12', 'inset:1px', false],
    ['IPHONE13', 'inset:1px', true],
    ['IPHONE16', 'text-underline-position:left', false],
    ['IPHONE16', 'text-underline-position:under', true],
  ])('%s honours %s: %s, as its version of iOS does', (code, css, isHonoured) => {
    expect(drawIn(code, `<p style="${css}">x</p>`).message.includes('style')).toBe(isHonoured)
  })

  it('has nesting since iOS 16.5, so an older device loses nested rules', () => {
    const html = styled('.a{color:red;& b{color:blue}}')
    expect(drawIn('IPHONE12', html).styles).toEqual(['.a{color:red}'])
    expect(drawIn('IPHONE16', html).styles).toEqual(['.a{color:red;& b{color:blue}}'])
  })

  it('shows no webp before iOS 14', () => {
    const html = '<img src="https://x.y/a.webp" alt="A">'
    expect(drawIn('IPHONE11', html).message).toBe('<img alt="A">')
    expect(drawIn('IPHONE11IOS14', html).message).toContain('src=')
  })

  it.each(['IPHONE16', 'IPADMINI6', 'APPMAIL16'])(
    '%s has a margin around the message, which body{margin:0} removes, and no padding, which would widen it',
    (code) => {
      const [, body = ''] = /:where\(body\)\{([^}]*)\}/.exec(drawIn(code, 'x').page) ?? []
      expect(body).toMatch(/^margin:\d+px \d+px/)
      expect(drawIn(code, 'x').page).not.toContain('padding')
    },
  )

  it('breaks long words unless the email resets it', () => {
    expect(drawIn('IPHONE16', 'x').page).toMatch(/html\{[^}]*word-wrap:break-word;word-break:break-word/)
  })

  it('keeps the doctype as sent, and adds none', () => {
    expect(drawIn('IPHONE16', '<p>x</p>').page).toMatch(/^<html>/)
    expect(drawIn('IPHONE16', '<!DOCTYPE html><p>x</p>').page).toMatch(/^<!DOCTYPE html>/)
  })
})

describe('data detectors on iPhone and iPad', () => {
  const detected = (text: string, head = '') =>
    [
      ...drawIn('IPHONE16', withHead(head, `<p>${text}</p>`)).message.matchAll(
        /x-apple-data-detectors-type="([a-z-]+)"[^>]*>([^<]*)</g,
      ),
    ].map(([, type, found]) => `${type}: ${found}`)

  it.each([
    ['See you on Friday, 12 March 2027 at 5pm.', 'calendar-event: Friday, 12 March 2027 at 5pm'],
    ['Ends May 5th, 2026', 'calendar-event: May 5th, 2026'],
    ['On 12/03/2027 we close', 'calendar-event: 12/03/2027'],
    ['Call tomorrow at 17:30', 'calendar-event: tomorrow at 17:30'],
    ['Call (555) 123-4567 now', 'telephone: (555) 123-4567'],
    [
      '1600 Amphitheatre Pkwy, Mountain View, CA 94043',
      'address: 1600 Amphitheatre Pkwy, Mountain View, CA 94043',
    ],
    ['Write to me@example.com', 'link: me@example.com'],
    ['Your flight BA 1234 is late', 'misc: flight BA 1234'],
  ])('find in "%s"', (text, found) => {
    expect(detected(text)).toEqual([found])
  })

  it.each(['You may march on', 'Order 12345', 'Section 3.2', 'Just Monday', 'version 1.2.3'])(
    'find nothing in "%s"',
    (text) => {
      expect(detected(text)).toEqual([])
    },
  )

  it('make links that look like any link of the system, except dates and flights, which look like the text', () => {
    const { page } = drawIn('IPHONE16', 'x')
    expect(page).toContain(':where(body:not([link]) a[href]){color:#007aff}')
    const [, kinds = ''] = /\n:where\(([^)]*)\)\{color:inherit/.exec(page) ?? []
    expect(kinds.match(/type=([a-z-]+)/g)).toEqual(['type=calendar-event', 'type=misc'])
  })

  it('make links that match a[x-apple-data-detectors], and report them', () => {
    const { message, changes } = drawIn('IPHONE16', 'Due May 5, 2026!')
    expect(message).toBe(
      'Due <a href="x-apple-data-detectors://" dir="ltr" x-apple-data-detectors="true" x-apple-data-detectors-type="calendar-event" x-apple-data-detectors-result="0">May 5, 2026</a>!',
    )
    expect(changes).toMatchObject([{ rule: 'data-detected', what: 'date', count: 1 }])
  })

  it('leave text that is a link already', () => {
    expect(drawIn('IPHONE16', '<a href="https://x.y">May 5, 2026</a>').message).toBe(
      '<a href="https://x.y">May 5, 2026</a>',
    )
  })

  it('are switched off one by one by format-detection', () => {
    const text = 'May 5, 2026 or (555) 123-4567'
    expect(detected(text, '<meta name="format-detection" content="telephone=no">')).toEqual([
      'calendar-event: May 5, 2026',
    ])
    expect(detected(text, '<meta name="format-detection" content="telephone=no,date=no">')).toEqual([])
  })

  it('show only under the pointer on a Mac', () => {
    expect(drawIn('APPMAIL16', 'Due May 5, 2026').message).toBe('Due May 5, 2026')
  })
})

describe.each(['IPHONE16', 'APPMAIL16'])('%s honours nearly all that WebKit honours', (code) => {
  it.each([
    '@supports (display:grid){.a{display:grid;gap:3px}}',
    '@keyframes x{from{opacity:0}}.a{animation:x 1s}',
    '@font-face{font-family:x;src:url(https://x.y/a.woff2)}',
    '@media (hover:hover){.a:hover{color:red}}',
    '@media (prefers-color-scheme:dark){.a{color:red}}',
    '.a:nth-child(2)::before{content:"x"}',
    'p:has(.a),p:not(.a)>b,[title^=x]{transform:rotate(3deg)}',
    '.a{--x:red;color:var(--x);filter:blur(1px);box-shadow:0 0 1px red}',
    '.a{background:linear-gradient(red,blue),url(https://x.y/a.png) 0 0/cover}',
    '.a{width:calc(1px + 1em);margin:-3px;position:absolute}',
  ])('and changes nothing of %s', (css) => {
    expect(drawIn(code, styled(css)).changes).toEqual([])
  })

  it('and loads images unless told not to', () => {
    expect(drawIn(code, '<img src="https://x.y/a.png">').message).toContain('/frozen/')
  })
})

describe('Mail with remote images off', () => {
  const blocked = (html: string) => drawIn('APPMAIL16', html, { images: 'blocked' })
  const missing = 'http://assets.invalid/missing'

  it('draws a remote image as one that does not load, in its dimensions, with its alternative text', () => {
    const { message, rules } = blocked(
      '<img src="https://x.y/a.png" srcset="https://x.y/b.png 2x" alt="A" width="30">',
    )
    expect(message).toBe(`<img src="${missing}" alt="A" width="30">`)
    expect(rules).toEqual(['image-blocked', 'image-blocked'])
  })

  it('draws no remote backgrounds, and keeps their colours', () => {
    const { message } = blocked('<p style="background:red url(https://x.y/a.png)">x</p>')
    expect(message).toContain('background:red url(')
    expect(message).toContain(missing)
  })

  it('still shows images that are part of the message', () => {
    const { message, changes } = blocked('<img src="cid:a@b"><img src="data:image/png;base64,AAAA">')
    expect(message).toContain('cid%3Aa%40b')
    expect(message).toContain('data:image/png')
    expect(changes).toEqual([])
  })
})

describe('a rule that was tested only in earlier versions', () => {
  const portrait = withHead('<style>@media (orientation:portrait){p{color:red}}</style>', '<p>x</p>')
  const embedded = '<img src="cid:a" width="9">'

  it.each([
    ['IPHONE15', 'viewport-height-zero', '<p style="height:9vh">x</p>', false],
    ['IPHONE17', 'viewport-height-zero', '<p style="height:9vh">x</p>', true],
    ['IPHONE16', 'media-query-unsupported', portrait, false],
    ['IPHONE17', 'media-query-unsupported', portrait, true],
    ['APPMAIL13', 'drawing-hidden', '<svg></svg>', false],
    ['APPMAIL26', 'drawing-hidden', '<svg></svg>', true],
    ['APPMAIL14', 'embedded-size-ignored', embedded, false],
    ['APPMAIL26', 'embedded-size-ignored', embedded, true],
  ])('says in %s of %s that it is assumed: %#', (code, rule, html, isAssumed) => {
    const change = drawIn(code, html).changes.find((each) => each.rule === rule)
    expect(change?.source.includes('assumed')).toBe(isAssumed)
  })
})
