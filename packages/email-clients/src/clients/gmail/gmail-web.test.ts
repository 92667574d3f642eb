import { drawIn, emailOf, emulateFor, withHead } from '../../../tests/draw-in-client'

describe('Gmail on the web', () => {
  it('shows the message in a page of the window, not of the column, and takes the message alone', () => {
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

  it('shows the HTML when there is text too', () => {
    const { document } = emulateFor('GMAILNEW', emailOf('<p>html</p>', 'text'))
    expect(document).toHaveProperty('html', expect.stringContaining('<p>html</p>'))
    expect(document).not.toHaveProperty('html', expect.stringContaining('text</'))
  })

  it('shows an email of text only as text, line breaks kept and links made', () => {
    const { document, changes } = emulateFor('GMAILNEW', emailOf(null, 'a < b\n  www.example.com'))
    expect(document).toHaveProperty(
      'html',
      expect.stringContaining(
        '<div style="white-space:pre-wrap">a &lt; b\n  <a href="http://www.example.com" target="_blank">',
      ),
    )
    expect(changes.every(({ where }) => where === null)).toBe(true)
  })

  it('changes nothing of a plain paragraph and says so', () => {
    const { message, changes } = drawIn('CHROMEGMAILNEW', '<p style="color:red">Hello</p>')
    expect(message).toBe('<div><p style="color:red">Hello</p></div>')
    expect(changes).toEqual([])
  })

  it('gives an empty message for an empty email', () => {
    expect(drawIn('CHROMEGMAILNEW', '').message).toBe('<div><div style="white-space:pre-wrap"></div></div>')
  })

  it('shows what <noscript> holds', () => {
    expect(drawIn('CHROMEGMAILNEW', '<noscript><p>x</p></noscript>').message).toContain('<p>x</p>')
  })

  it('resolves addresses against the base it takes away', () => {
    const { message } = drawIn(
      'CHROMEGMAILNEW',
      '<base href="https://x.y/z/"><a href="w">w</a><img src="i.png">',
    )
    expect(message).toContain('<a href="https://x.y/z/w"')
    expect(message).toContain(encodeURIComponent('https://x.y/z/i.png'))
    expect(message).not.toContain('<base')
  })
})
