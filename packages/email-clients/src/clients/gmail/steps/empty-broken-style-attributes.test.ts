import { drawIn } from '../../../../tests/draw-in-client'

describe('Gmail empties a whole style attribute', () => {
  it.each([
    ['an invalid value (HT 2017)', 'font-size:3*px'],
    ['a value its property does not have', 'width:wide'],
    ['!IMPORTANT in capitals (email-bugs 13)', 'color:blue !IMPORTANT'],
    ['a \\9 hack', 'width:10px\\9'],
    ['a star hack', '*display:inline'],
    ['rgb() with a slash', 'color:rgb(0 128 0 / 1)'],
    ['something that is no declaration', 'blue'],
  ])('of %s', (_name, declaration) => {
    const { message, rules } = drawIn(
      'CHROMEGMAILNEW',
      `<p style="background:yellow;${declaration};color:red">x</p>`,
    )
    expect(message).toContain('<p>x</p>')
    expect(rules).toContain('style-attribute-broken')
  })

  it.each([
    ['mso-line-height-rule:exactly', ''],
    ['cursor:hand', ''],
    ['display:-webkit-box', 'display:-webkit-box;'],
    ['width:calc(100% - 10px)', 'width:calc(100% - 10px);'],
    ['width:var(--x)', 'width:var(--x);'],
    ['font-family:-apple-system,Arial', 'font-family:-apple-system,Arial;'],
    ['border:solid windowtext 1pt', 'border:solid windowtext 1pt;'],
  ])('but keeps the rest beside %s', (declaration, kept) => {
    expect(drawIn('CHROMEGMAILNEW', `<p style="${declaration};color:red">x</p>`).message).toContain(
      `<p style="${kept}color:red">x</p>`,
    )
  })

  it('of that element alone', () => {
    const { message } = drawIn(
      'CHROMEGMAILNEW',
      '<p style="color:red;width:1*px">x</p><p style="color:red">y</p>',
    )
    expect(message).toContain('<p>x</p><p style="color:red">y</p>')
  })

  it('counts all elements with that style attribute, and reports the place of the first', () => {
    const { changes } = drawIn(
      'CHROMEGMAILNEW',
      '<b>\n</b><p style="width:1*px">x</p><p style="width:1*px">y</p>',
    )
    expect(changes.find(({ rule }) => rule === 'style-attribute-broken')).toMatchObject({
      count: 2,
      where: { line: 2, column: 8 },
    })
  })
})
