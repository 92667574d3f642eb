import { drawIn, withHead } from '../../../../tests/draw-in-client'

const keptStyles = (...blocks: string[]) =>
  drawIn('CHROMEGMAILNEW', withHead(blocks.map((css) => `<style>${css}</style>`).join(''))).styles.length

describe('Gmail takes 16 KB of styles in all (email-bugs 90)', () => {
  const rule = (bytes: number) => `.a{color:red}/*${'x'.repeat(bytes - 17)}*/`

  it('keeps blocks up to 16,384 bytes', () => {
    expect(keptStyles(rule(8_000), rule(8_384))).toBe(2)
  })

  it('drops the block that exceeds the limit, and every later one of any size', () => {
    expect(keptStyles(rule(8_000), rule(8_385), '.b{color:red}')).toBe(1)
  })

  it('counts bytes, not characters', () => {
    expect(keptStyles(`.a{color:red}/*${'é'.repeat(8_200)}*/`)).toBe(0)
  })

  it('does not count a block in the body', () => {
    const { styles } = drawIn(
      'CHROMEGMAILNEW',
      withHead('<style>.a{color:red}</style>', `<style>${rule(20_000)}</style><p class="a">x</p>`),
    )
    expect(styles).toHaveLength(1)
  })
})

describe('Gmail drops a whole <style> block', () => {
  it.each([
    ['a star hack', '*zoom:1'],
    ['a stray star in a value', 'font-size:3*px'],
    ['a stray ampersand', 'color:#ff&'],
    ['a stray question mark', 'width:?'],
    ['!Important in mixed case', 'color:blue !Important'],
    ['!ie', 'color:blue !ie'],
    ['rgb() with blanks and a slash', 'color:rgb(0 128 0 / 1)'],
    ['rgba() with blanks', 'color:rgba(0 128 0 / 50%)'],
    ['progid', 'filter:progid:DXImageTransform.Microsoft.gradient(startColorstr=#80000000)'],
    ['a declaration without colon', 'color blue'],
  ])('of %s', (_name, declaration) => {
    const { styles, rules } = drawIn(
      'CHROMEGMAILNEW',
      withHead(`<style>.a{color:red}.b{${declaration}}</style><style>.c{color:red}</style>`),
    )
    expect(styles).toHaveLength(1)
    expect(styles[0]).toContain('c{color:red}')
    expect(rules).toContain('style-block-broken')
  })

  it.each([
    ['an escaped class name', '.sm\\:w-full{width:100%}'],
    ['a stray closing brace', '.a{color:red}}'],
    [
      '@font-face inside @media (email-bugs 21)',
      '@media screen{@font-face{font-family:x;src:url(https://x.y/z)}}',
    ],
    [
      '@viewport inside @media (email-bugs 21)',
      '@media only screen and (max-width:320px){@viewport{width:320px}}',
    ],
    ['@media inside @supports', '@supports (display:grid){@media screen{.a{color:red}}}'],
    ['"@ { @ }" (email-bugs 21)', '.a{color:red} @ { @ }'],
    ['@media inside a rule', '.a{@media (max-width:600px){color:red}}'],
    ['a question mark in a selector', '.a ? .b{color:red}'],
  ])('of %s', (_name, css) => {
    expect(keptStyles(css, '.c{color:red}')).toBe(1)
  })

  it.each([
    ['an underscore hack', '.a{_height:1px;color:red}'],
    ['an unknown property', '.a{mso-line-height-rule:exactly;color:red}'],
    ['an impossible value', '.a{width:600;color:red}'],
    ['two semicolons', '.a{color:red;;}'],
    ['CDO and CDC', '<!-- .a{color:red} -->'],
    ['a comment', '/* .b ? { */ .a{color:red}'],
    ['rgb() with commas', '.a{color:rgb(0,128,0)}'],
    ['arithmetic in calc()', '.a{width:calc(100% - 2 * 10px)}'],
    ['an escape in a string', '.a{font-family:"\\41 rial"}'],
    ['a media query it cannot read', '@media (min-width 3px){.b{color:red}} .a{color:red}'],
    ['!important in lower case', '.a{color:red !important}'],
  ])('but not of %s', (_name, css) => {
    expect(keptStyles(css)).toBe(1)
  })

  it('but not the other blocks', () => {
    const { styles } = drawIn(
      'CHROMEGMAILNEW',
      withHead('<style>.a{color:red}</style><style>.a{color:blue}.b{x:1\\9}</style>'),
    )
    expect(styles.join()).toContain('color:red')
    expect(styles.join()).not.toContain('color:blue')
  })
})

describe('with images off, !important is taken out of <style> (email-bugs 70)', () => {
  const html = withHead('<style>.a{color:red !important}</style>', '<p style="color:blue !important">x</p>')

  it('but not from style attributes', () => {
    const { styles, message } = drawIn('CHROMEGMAILNEW', html, { images: 'blocked' })
    expect(styles[0]).toMatch(/color:red\}/)
    expect(message).toContain('color:blue!important')
  })

  it('but is honoured with images on', () => {
    expect(drawIn('CHROMEGMAILNEW', html).styles[0]).toContain('color:red!important')
  })
})
