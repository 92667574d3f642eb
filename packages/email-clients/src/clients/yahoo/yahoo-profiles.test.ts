import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

const email = emailOf(withHead('<style>.a{color:red}</style>', '<p class="a">x</p>'))

describe('Yahoo and AOL in a browser', () => {
  it.each([
    ['YAHOO', 'CHROMEYAHOO'],
    ['FFYAHOO', 'CHROMEYAHOO'],
    ['AOLONLINE', 'CHROMEAOLONLINE'],
    ['FFAOLONLINE', 'CHROMEAOLONLINE'],
  ])('%s is the same as %s', (one, other) => {
    expect(emulateFor(one, email)).toEqual(emulateFor(other, email))
  })

  it('lay the page out in the size of the window, and the picture is the message only', () => {
    expect(emulateFor('CHROMEYAHOO', email).document).toMatchObject({
      frame: { width: 1366, mobile: false },
      captureSelector: '#pas-message',
    })
  })

  it('turn <body> into a <div> with its attributes except style', () => {
    expect(drawIn('CHROMEYAHOO', '<body class="b" style="margin:0">x</body>').message).toContain(
      '<div class="yiv4236027226b">x</div>',
    )
  })

  it.each([
    ['<section>x</section>', 'x'],
    ['<video src="z.mp4"><b>x</b></video>', '<b>x</b>'],
    ['<picture><source srcset="b.png"><i>x</i></picture>', '<i>x</i>'],
    ['<svg><circle r="3"/></svg>', ''],
    ['<marquee>x</marquee>', '<marquee>x</marquee>'],
  ])('draw %s as %s', (sent, drawn) => {
    expect(drawIn('CHROMEYAHOO', sent).message).toBe(`<div id="yiv4236027226"><div>${drawn}</div></div>`)
  })

  it('open every link in a new window', () => {
    expect(drawIn('CHROMEYAHOO', '<a href="https://x.y/">x</a>').message).toContain('target="_blank"')
  })

  it.each(['CHROMEYAHOO', 'CHROMEAOLONLINE', 'YAHOOANDROID', 'AOLIOS'])(
    '%s removes src with images off, and the alternative text shows',
    (code) => {
      const { message } = drawIn(code, '<img src="https://x.y/a.png" alt="A" width="30">', {
        images: 'blocked',
      })
      expect(message).toContain('<img alt="A" width="30">')
    },
  )
})

describe('the apps of Yahoo and AOL', () => {
  it.each(['YAHOOANDROID', 'AOLANDROID', 'YAHOOIOS', 'AOLIOS'])('%s can be turned', (code) => {
    const { frame } = drawIn(code, 'x')
    const turned = drawIn(code, 'x', { orientation: 'horizontal' }).frame
    expect(frame.width).toBeLessThan(frame.height)
    expect(turned).toEqual({ ...frame, width: frame.height, height: frame.width })
  })

  it('keep only the content of <body>', () => {
    expect(drawIn('YAHOOANDROID', '<body class="b" style="margin:0" bgcolor="red">x</body>').message).toBe(
      '<div id="yiv4236027226"><div>x</div></div>',
    )
  })

  it.each([
    ['YAHOOANDROID', ''],
    ['AOLANDROID', ''],
    ['YAHOOIOS', '<!DOCTYPE html>'],
  ])('%s begins with "%s": with no doctype the email is drawn in quirks mode', (code, start) => {
    expect(drawIn(code, '<!DOCTYPE html><p>x</p>').page.startsWith(`${start}<html`)).toBe(true)
  })

  describe('AOL on Android removes the first <head>', () => {
    const head = '<head>\n<style>.a{color:red}</style></head>'

    it('and the styles in it', () => {
      const { styles, rules } = drawIn('AOLANDROID', `<html>${head}<body>x</body></html>`)
      expect(styles).toEqual([])
      expect(rules).toContain('first-head-removed')
    })

    it('but draws an email with two heads as one with the second only', () => {
      const { styles } = drawIn('AOLANDROID', `<html><head></head>${head}<body>x</body></html>`)
      expect(styles.join('')).toContain('color:red')
    })

    it('as Yahoo on Android did until June 2025', () => {
      expect(drawIn('YAHOOANDROID', `<html>${head}<body>x</body></html>`).styles).toHaveLength(1)
    })

    it('and keeps the positions of everything after it', () => {
      const { changes } = drawIn(
        'AOLANDROID',
        `<html>${head}<body>\n<p style="position:fixed">x</p></body></html>`,
      )
      expect(changes.find(({ what }) => what.startsWith('position'))?.where).toEqual({ line: 3, column: 4 })
    })
  })
})

// EDMdesigner/modern-html-email-tutorial, lesson03, 2016-12: the paragraphs of one email in both webmails.
it.each([
  ['CHROMEYAHOO', true],
  ['FFYAHOO', true],
  ['CHROMEAOLONLINE', false],
])('%s draws paragraphs without margins: %s', (code, hasNone) => {
  expect(drawIn(code, '<p>x</p>').page.includes(':where(#pas-message p){margin:0}')).toBe(hasNone)
})

describe("Yahoo's dark mode on the web", () => {
  const code = 'CHROMEYAHOODARK'

  it('keeps media queries, as in light mode (email-bugs 159 is closed)', () => {
    const html = withHead('<style>@media (max-width:600px){.a{width:100%}}</style>')
    expect(drawIn(code, html).styles).toEqual(drawIn('CHROMEYAHOO', html).styles)
    expect(drawIn(code, html).styles.join('')).toContain('@media')
  })

  it.each([
    ['#ffffff', '#1a1a1a'],
    ['#fffffe', '#343400'],
    ['#fffeff', '#340034'],
    ['#feffff', '#003434'],
    ['#202020', '#202020'],
  ])('changes a background of %s to %s', (light, dark) => {
    expect(drawIn(code, `<table bgcolor="${light}"></table>`).message).toContain(`bgcolor="${dark}"`)
  })

  it('makes dark text light and leaves light text', () => {
    const { message } = drawIn(code, '<p style="color:#000000">x</p><p style="color:#eeeeee">y</p>')
    expect(message).toContain('color:#ffffff')
    expect(message).toContain('color:#eeeeee')
  })

  it.each(['YAHOODARK', 'FFYAHOODARK'])('is the same as %s', (other) => {
    expect(emulateFor(other, email)).toEqual(emulateFor(code, email))
  })
})

describe("AOL's dark mode", () => {
  it.each(['CHROMEAOLONLINE', 'AOLONLINE', 'FFAOLONLINE'])('shows an email as %s does', (light) => {
    expect(emulateFor(`${light}DARK`, email)).toEqual(emulateFor(light, email))
  })
})
