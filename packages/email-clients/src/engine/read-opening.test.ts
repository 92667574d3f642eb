import { maxOpeningLength, readOpening } from './read-opening'

describe('the opening of an email', () => {
  it.each([
    [
      '<title>Spring\n sale</title><style>p{x:y}</style><p>Half <b>pri</b>ce</p>now',
      'Spring sale',
      'Half price now',
    ],
    [
      '<div style="display:none">Hidden&nbsp;first &zwnj;&#847;&shy;&#8203;</div><script>no()</script><h1>Then</h1>',
      null,
      'Hidden first Then',
    ],
    ['<!--[if mso]>Word<![endif]--><table><tr><td>One<td>Two</table>', null, 'One Two'],
    [
      '<title> </title><p>\u202Eturned\0 \u{1F469}\u200D\u{1F680}</p>',
      null,
      'turned \u{1F469}\u200D\u{1F680}',
    ],
    ['<p><img alt="Logo"></p>', null, null],
    ['', null, null],
    ['<title>never ends', 'never ends', null],
  ])('of %j is %j and %j', (html, title, preheader) => {
    expect(readOpening(html, 'not this')).toEqual({ title, preheader })
  })

  it('is that of the text when there is no HTML', () => {
    expect(readOpening(null, ' One\r\n\ttwo ')).toEqual({ title: null, preheader: 'One two' })
    expect(readOpening(null, null)).toEqual({ title: null, preheader: null })
  })

  it('has at most 200 characters of each, whole ones', () => {
    const { title, preheader } = readOpening(`<title>${'😀'.repeat(500)}</title>${'é '.repeat(500)}`, null)
    expect(title).toBe('😀'.repeat(200))
    expect(preheader).toBe('é '.repeat(100).trimEnd())
  })

  it('is not looked for without end', () => {
    const style = `<style>${'a'.repeat(maxOpeningLength)}</style>`
    expect(readOpening(`${style}<p>far behind`, null).preheader).toBeNull()
    expect(readOpening(`${'<p>'.repeat(1_000_000)}x`, null).preheader).toBeNull()
  })
})
