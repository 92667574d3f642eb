import { drawIn, withHead } from '../../../../tests/draw-in-client'
import { maxShownBytes } from './clip-message'

const padding = (bytes: number) => `<p>${'word '.repeat(Math.ceil(bytes / 5)).slice(0, bytes)}</p>`

describe('Gmail clips a message of more than 102 KB', () => {
  it('shows a message of exactly 102 KB whole', () => {
    const end = '<b>the end</b>'
    const html = padding(maxShownBytes - end.length - '<p></p>'.length) + end
    expect(Buffer.byteLength(html)).toBe(maxShownBytes)
    const { message, rules } = drawIn('CHROMEGMAILNEW', html)
    expect(message).toContain('the end')
    expect(message).not.toContain('[Message clipped]')
    expect(rules).not.toContain('message-clipped')
  })

  it('counts bytes of UTF-8, not characters', () => {
    const html = `<p>${'é '.repeat(maxShownBytes / 3)}</p>`
    expect(html.length).toBeLessThan(maxShownBytes)
    expect(drawIn('CHROMEGMAILNEW', html).message).toContain('[Message clipped]')
  })

  it('never cuts a tag in two', () => {
    const start = padding(maxShownBytes - 20)
    const { message } = drawIn(
      'CHROMEGMAILNEW',
      `${start}<a title="a long title that crosses the limit">x</a>`,
    )
    expect(message).not.toContain('a long')
  })

  it('reports the place of the cut in the HTML as sent', () => {
    const html = `${'line\n'.repeat(30_000)}`
    const { changes } = drawIn('CHROMEGMAILNEW', html)
    const lines = Math.floor(maxShownBytes / 5)
    expect(changes[0]).toMatchObject({ rule: 'message-clipped', where: { line: lines + 1 } })
  })
})

describe('email-bugs 56: a clipped message', () => {
  // "View entire message", another page, is what has no <style>.
  it.each(['CHROMEGMAILNEW', 'ANDROID15GMAILAPP', 'GMAILIOS26'])('keeps its <style> in %s', (code) => {
    const html = withHead('<style>.a{color:red}</style>', `<p class="a">x</p>${padding(maxShownBytes)}`)
    const { styles, message } = drawIn(code, html)
    expect(styles).toHaveLength(1)
    expect(message).toContain('[Message clipped]')
  })
})
