import { emailOf, emulateFor } from '../../../tests/draw-in-client'
import { wrapText } from '../../engine/wrap-text'

function textOf(html: string | null, plainText: string | null) {
  const { document, changes } = emulateFor('PLAINTEXT', emailOf(html, plainText))
  if (document.kind !== 'text') throw new Error('PLAINTEXT shows text')
  return { ...document, changes }
}

describe('a text-only client', () => {
  it('shows the text part, also beside HTML', () => {
    expect(textOf('<p>html</p>', 'text\n')).toEqual({
      kind: 'text',
      text: 'text\n',
      columns: 80,
      changes: [],
    })
  })

  it('makes a text from the HTML if there is no text part, and reports that', () => {
    const { text, changes } = textOf(
      '<title>T</title><style>p{}</style><h1>Hello</h1><p>See <a href="https://x.y/z">this</a></p><ul><li>a<li>b</ul><img src="https://x.y/a.png" alt="Logo">',
      ' \n',
    )
    expect(text).toContain('Hello\n\nSee this <https://x.y/z>')
    expect(text).toContain(' * a\n * b')
    expect(text).toContain('[Logo]')
    expect(text).not.toMatch(/T\n|p\{|a\.png/)
    expect(changes).toMatchObject([{ rule: 'no-text-part', where: null, count: 1 }])
  })

  it('shows nothing of an email without content', () => {
    expect(textOf(null, '').text).toBe('')
  })
})

describe('wrapping', () => {
  it.each([
    ['short lines stay', 'a\nb\n', 'a\nb\n'],
    ['every kind of line break', 'a\r\nb\rc\nd', 'a\nb\nc\nd\n'],
    ['empty lines stay', 'a\n\n\nb', 'a\n\n\nb\n'],
    ['at a blank', 'aaaa bbbb cccc', 'aaaa bbbb\ncccc\n'],
    ['a long word anywhere', 'aaaaaaaaaaaaaaa', 'aaaaaaaaaa\naaaaa\n'],
    ['a long word after a short one', 'aa bbbbbbbbbbbb', 'aa\nbbbbbbbbbb\nbb\n'],
    ['a line of just the width', 'aaaaaaaaaa', 'aaaaaaaaaa\n'],
    ['a blank at the edge', 'aaaaaaaaaa b', 'aaaaaaaaaa\nb\n'],
    ['format=flowed lines as they were sent', 'a b \nc d', 'a b \nc d\n'],
    ['indentation stays', '   a', '   a\n'],
    ['tabs to the next eighth column', 'a\tb', 'a       b\n'],
    ['wide characters as two', '漢字漢字漢字', '漢字漢字漢\n字\n'],
    ['an emoji of several code points as one character', '👩‍👩‍👧‍👦'.repeat(6), `${'👩‍👩‍👧‍👦'.repeat(5)}\n👩‍👩‍👧‍👦\n`],
    ['combining marks as none', 'e\u0301'.repeat(10), `${'e\u0301'.repeat(10)}\n`],
    ['control characters dropped', 'a\x1b[31mb\0c\u202ed', 'a[31mbcd\n'],
  ])('%s', (_name, text, wrapped) => {
    expect(wrapText(text, 10)).toBe(wrapped)
  })

  it('ends after 5,000 lines of a longer text', () => {
    expect(wrapText('a\n'.repeat(20_000), 80).split('\n')).toHaveLength(5_001)
    expect(wrapText('漢'.repeat(2_000_000), 80).split('\n')).toHaveLength(5_001)
  })
})
