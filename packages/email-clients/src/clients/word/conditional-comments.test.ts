import { drawIn } from '../../../tests/draw-in-client'

const shows = (code: string, condition: string) =>
  drawIn(code, `<!--[if ${condition}]><p>shown</p><![endif]-->`).message.includes('shown')

const numbers: readonly (readonly [string, number])[] = [
  ['OL2007', 12],
  ['OL2010', 14],
  ['OL2013', 15],
  ['OL2013DPI120', 15],
  ['OL2016', 16],
  ['OL2019', 16],
  ['OL2021', 16],
  ['OL365', 16],
  ['OL365DARK', 16],
  ['WINDOWS10MAIL', 16],
]

describe('conditional comments in Word', () => {
  it.each(numbers)('%s is mso %i and no other', (code, number) => {
    const equal = [11, 12, 13, 14, 15, 16, 17].filter((candidate) => shows(code, `mso ${candidate}`))
    expect(equal).toEqual([number])
    expect(shows(code, `gte mso ${number}`)).toBe(true)
    expect(shows(code, `gt mso ${number}`)).toBe(false)
  })

  it.each(numbers)('%s is Word, has VML and is no Internet Explorer', (code) => {
    expect(
      ['mso', 'mso | IE', '(gte mso 9)|(IE)', 'vml', 'gte vml 1', 'true', '!IE'].filter(
        (one) => !shows(code, one),
      ),
    ).toEqual([])
    expect(['!mso', 'IE', 'lte mso 11', 'false', 'supportLists'].filter((one) => shows(code, one))).toEqual(
      [],
    )
  })

  it('hides content for all clients except Word', () => {
    const { message, rules } = drawIn('OL2016', '<p>a</p><!--[if !mso]><!--><p>b</p><!--<![endif]-->')
    expect(message).toBe('<p>a</p>')
    expect(rules).toEqual(['conditional-hidden'])
  })

  it('reads a style sheet that only Word sees', () => {
    const html = '<head><!--[if mso]><style>.a{color:red}</style><![endif]--></head><p class="a">x</p>'
    expect(drawIn('OL2013', html).message).toContain('<p class="a" style="color:red">')
    expect(drawIn('CHROMEGMAILNEW', html).page).not.toContain('color:red')
  })

  it('makes one table of tags in two comments', () => {
    const html = '<!--[if mso]><table><tr><td><![endif]-->x<!--[if mso]></td></tr></table><![endif]-->'
    expect(drawIn('OL2010', html).message).toBe('<table><tbody><tr><td>x</td></tr></tbody></table>')
  })

  it('does not report a comment that no client shows', () => {
    expect(drawIn('OL2016', '<p>a</p><!-- b --><!--[if lt mso 9]>c<![endif]-->').changes).toEqual([])
  })
})
