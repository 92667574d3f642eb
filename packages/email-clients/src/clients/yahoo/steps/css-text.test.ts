import { drawIn, withHead } from '../../../../tests/draw-in-client'

const id = '#yiv4236027226'
const draw = (css: string, code = 'CHROMEYAHOO') => drawIn(code, withHead(`<style>${css}</style>`))
const cssOf = (css: string, code?: string) =>
  draw(css, code).styles.join('').replaceAll(`${id} `, '').replaceAll('yiv4236027226', '')
const inlineOf = (css: string, code = 'CHROMEYAHOO') =>
  /<p style="([^"]*)"/.exec(drawIn(code, `<p style="${css}">x</p>`).message)?.[1] ?? ''

describe('Yahoo confines the rules of an email to the id around it', () => {
  it('with every class and id renamed, in HTML and CSS', () => {
    const { message, styles } = drawIn(
      'CHROMEYAHOO',
      withHead('<style>.a,#b,[class="c"]{color:red}</style>', '<p class="a c" id="b">x</p>'),
    )
    expect(message).toContain('<p class="yiv4236027226a yiv4236027226c" id="yiv4236027226b">')
    expect(styles[0]).toBe(
      `${id} .yiv4236027226a,${id} #yiv4236027226b,${id} [class="yiv4236027226c"]{color:red}`,
    )
    expect(message).toMatch(/^<div id="yiv4236027226"><div>/)
  })

  it.each([
    ['.& .a', '.a'],
    ['.&h1', 'h1'],
  ])('draws %s as %s', (named, plain) => {
    expect(draw(`${named}{color:red}`).styles).toEqual(draw(`${plain}{color:red}`).styles)
  })

  it('draws .& as the element around the message itself', () => {
    expect(draw('.&{color:red}').styles).toEqual([`${id}{color:red}`])
  })
})

describe.each(['CHROMEYAHOO', 'CHROMEAOLONLINE', 'YAHOOANDROID', 'YAHOOIOS', 'AOLIOS'])(
  'comments in %s',
  (code) => {
    it('break the rule after them (email-bugs 25)', () => {
      expect(cssOf('.a{color:red}/* c */.b{color:red}.c{color:red}', code)).toBe('.a{color:red}.c{color:red}')
    })

    it('lose their markers in values, and their text stays', () => {
      expect(cssOf('.a{color:/* red */;width:/*3px*/}', code)).toBe('.a{color:red;width:3px}')
      expect(inlineOf('color:/* red */', code)).toBe('color:red')
    })
  },
)

describe('comments elsewhere in Yahoo', () => {
  it.each([
    ['inside a rule, between declarations', '.a{/* c */color:red}', '.a{color:red}'],
    [
      'before an at-rule',
      '/* c */@media (max-width:9px){.a{color:red}}',
      '@media (max-width:9px){.a{color:red}}',
    ],
    ['in a selector', '.a/* c */.b{color:red}', '.a.b{color:red}'],
    ['at the end', '.a{color:red}/* c */', '.a{color:red}'],
  ])('%s change nothing', (_where, sent, drawn) => {
    expect(cssOf(sent)).toBe(drawn)
  })

  it('break the first rule inside a media query', () => {
    expect(cssOf('@media (max-width:9px){/* c */.a{color:red}.b{color:red}}')).toBe(
      '@media (max-width:9px){.b{color:red}}',
    )
  })

  it('are reported with their place', () => {
    const { changes } = drawIn(
      'CHROMEYAHOO',
      '<html><head><style>\n/* c */\n  .a{color:red}\n.b{color:/*red*/}</style></head></html>',
    )
    expect(changes).toEqual([
      expect.objectContaining({ rule: 'comment-markers-removed', where: { line: 4, column: 10 } }),
      expect.objectContaining({ rule: 'rule-lost-behind-comment', where: { line: 3, column: 3 } }),
    ])
  })
})

describe('Yahoo and words after an exclamation mark', () => {
  it('keeps !important, in any letters', () => {
    expect(cssOf('.a{color:red !IMPORTANT}')).toBe('.a{color:red!important}')
  })

  it('removes !important of background-image: url()!important, unless a blank stands before it (email-bugs 16)', () => {
    expect(cssOf('.a{background-image:url("x.png")!important}')).not.toContain('important')
    expect(cssOf('.a{background-image:url("x.png") !important}')).toContain('!important')
    expect(cssOf('.a{color:red!important}')).toContain('!important')
    expect(inlineOf("background-image:url('x.png')!important")).not.toContain('important')
  })
})

describe('nested rules in Yahoo', () => {
  it.each([
    ['.a{color:red;& b{color:blue}}', '.a{color:red;color:blue}'],
    ['.a{color:red;b{color:blue}width:3px}', '.a{color:red;color:blue;width:3px}'],
    ['.a{&:hover{color:blue;.c{width:3px}}}', '.a{color:blue;width:3px}'],
    ['@media (max-width:9px){.a{b{color:blue}}}', '@media (max-width:9px){.a{color:blue}}'],
  ])('%s is drawn as %s', (nested, flat) => {
    expect(cssOf(nested)).toBe(cssOf(flat))
    expect(draw(nested).rules).toContain('nested-rule-collapsed')
  })
})

describe('a comma between media queries in Yahoo (email-bugs 149)', () => {
  it('cuts the style block off there', () => {
    const { styles, rules } = draw(
      '.a{color:red}@media (max-width:9px),(max-height:9px){.b{color:red}}.c{color:red}',
    )
    expect(styles).toEqual([`${id} .yiv4236027226a{color:red}`])
    expect(rules).toContain('style-cut-at-comma')
  })

  it('also from inside another at-rule', () => {
    expect(cssOf('.a{color:red}@supports (color:red){@media screen,print{.b{color:red}}}.c{color:red}')).toBe(
      '.a{color:red}',
    )
  })

  it('does not change the other blocks', () => {
    const { styles } = drawIn(
      'CHROMEYAHOO',
      withHead('<style>@media screen,print{.b{color:red}}</style><style>.c{color:red}</style>'),
    )
    expect(styles.join('')).toBe(`${id} .yiv4236027226c{color:red}`)
  })
})

describe.each(['CHROMEAOLONLINE', 'AOLANDROID', 'AOLIOS', 'YAHOOANDROID', 'YAHOOIOS'])(
  '%s has the filter of Yahoo on the web',
  (code) => {
    it.each([
      '.a,#b,[class="c"],[title~=x]{color:red}',
      '/* c */.a{color:red}.b{color:/*red*/}',
      '.a{color:red !anyword}',
      '.a{color:red}@media screen,print{.b{color:red}}.c{color:red}',
      '.a{color:red;& b{color:blue}}',
      'p:nth-child(2){color:red}.a{color:red}',
      '@media (orientation:portrait){.a{color:red}}@media (max-width:9px){.a{color:red}}',
      '.a{height:3px;background-position:0 0,9px 9px;margin:-3px;width:calc(1px + 2px)}',
    ])('for %s', (css) => {
      const html = `<html><head></head><head><style>${css}</style></head><body>x</body></html>`
      expect(drawIn(code, html).styles).toEqual(drawIn('CHROMEYAHOO', html).styles)
    })
  },
)

it.each(['CHROMEYAHOO', 'CHROMEYAHOODARK', 'CHROMEAOLONLINE', 'YAHOOANDROID', 'YAHOOIOS', 'AOLIOS'])(
  'loses in %s what follows a semicolon in an attribute selector (email-bugs 74)',
  (code) => {
    const css = '.t1{color:red}div[style="margin: 16px"]{color:red}.t2{color:red}'
    const lost = 'div[style="margin: 16px;"]{color:red}.t3{color:red}@media screen{.t4{color:red}}'
    expect(cssOf(css + lost, code)).toBe(cssOf(css, code))
    expect(cssOf(css, code)).toContain('.t2')
  },
)

it('shows no submit button in the Yahoo app on iOS alone', () => {
  const messageOf = (code: string) => drawIn(code, '<input type="submit" value="Go">').message
  expect(messageOf('YAHOOIOS')).not.toContain('<input')
  for (const code of ['YAHOOANDROID', 'AOLIOS', 'CHROMEYAHOO'])
    expect(messageOf(code)).toContain('type="submit"')
})
