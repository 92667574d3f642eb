import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

describe('Gmail on the web', () => {
  it('lays the page out in the size of the window, and the picture is the message only', () => {
    const { document } = emulateFor('GMAILNEW', emailOf('<p>x</p>'))
    expect(document).toMatchObject({
      kind: 'html',
      frame: { width: 1366, mobile: false, colorScheme: 'light' },
      captureSelector: '#pas-message',
    })
  })

  it.each(['CHROMEGMAILNEW', 'GOOGLEAPPS', 'CHROMEGOOGLEAPPS'])('is the same as %s', (code) => {
    const email = emailOf(withHead('<style>.a{color:red}</style>', '<p class="a">x</p>'))
    expect(emulateFor(code, email)).toEqual(emulateFor('GMAILNEW', email))
  })

  it('shows the HTML if an email has HTML and text', () => {
    const { document } = emulateFor('GMAILNEW', emailOf('<p>html</p>', 'text'))
    expect(document).toHaveProperty('html', expect.stringContaining('<p>html</p>'))
    expect(document).not.toHaveProperty('html', expect.stringContaining('text</'))
  })

  it('shows an email without HTML as text, with its line breaks and with links', () => {
    const { document, changes } = emulateFor('GMAILNEW', emailOf(null, 'a < b\n  www.example.com'))
    expect(document).toHaveProperty(
      'html',
      expect.stringContaining(
        '<div style="white-space:pre-wrap">a &lt; b\n  <a href="http://www.example.com" target="_blank">',
      ),
    )
    expect(changes.every(({ where }) => where === null)).toBe(true)
  })

  it('does not change a plain paragraph, and reports nothing', () => {
    const { message, changes } = drawIn('CHROMEGMAILNEW', '<p style="color:red">Hello</p>')
    expect(message).toBe('<div><p style="color:red">Hello</p></div>')
    expect(changes).toEqual([])
  })

  it('gives an empty message for an empty email', () => {
    expect(drawIn('CHROMEGMAILNEW', '').message).toBe('<div><div style="white-space:pre-wrap"></div></div>')
  })

  it('shows the content of <noscript>', () => {
    expect(drawIn('CHROMEGMAILNEW', '<noscript><p>x</p></noscript>').message).toContain('<p>x</p>')
  })

  it('resolves addresses against the <base> that it removes', () => {
    const { message } = drawIn(
      'CHROMEGMAILNEW',
      '<base href="https://x.y/z/"><a href="w">w</a><img src="i.png">',
    )
    expect(message).toContain('<a href="https://x.y/z/w"')
    expect(message).toContain(encodeURIComponent('https://x.y/z/i.png'))
    expect(message).not.toContain('<base')
  })
})
