import { drawIn, withHead } from '../../../tests/draw-in-client'

const code = 'CHROMEOUTLOOKCOM'
const drawStyled = (css: string, body = '<p class="a">x</p>', of = code) =>
  drawIn(of, `<!DOCTYPE html><style>${css}</style>${body}`)
const stylesOf = (css: string, of = code) =>
  drawStyled(css, '<p class="a b" id="c">x</p>', of).styles.join('')

describe('Outlook.com', () => {
  it('lays the page out in the size of the window, and the picture is the message only', () => {
    expect(drawIn(code, '<p>x</p>').frame).toMatchObject({ width: 1366, colorScheme: 'light', mobile: false })
  })

  it.each(['OUTLOOKCOM', 'FFOUTLOOKCOM', 'OFFICE365', 'CHROMEOFFICE365', 'FFOFFICE365', 'OUTLOOKNEW'])(
    'is the same as %s',
    (other) => {
      const html = withHead('<style>.a{color:red}</style>', '<p class="a">x</p>')
      expect(drawIn(other, html).page).toBe(drawIn(code, html).page)
    },
  )

  it('does not change a plain paragraph, and reports nothing', () => {
    const { message, changes } = drawIn(code, '<p style="color:red">Hello</p>')
    expect(message).toBe('<div><p style="color:red">Hello</p></div>')
    expect(changes).toEqual([])
  })
})

describe('names and scope in Outlook.com', () => {
  it('prefixes classes and ids with x_ and confines every rule to the message', () => {
    const { styles, message } = drawStyled('.a,#c td{color:red}', '<p class="a b" id="c">x</p>')
    expect(styles.join('')).toBe('.rps_ca92 .x_a,.rps_ca92 #x_c td{color:red}')
    expect(message).toContain('<p class="x_a x_b" id="x_c">')
  })

  it('prefixes only the first class of a chain, which then matches nothing', () => {
    const { styles, changes } = drawStyled('.a.b .c.d{color:red}')
    expect(styles.join('')).toBe('.rps_ca92 .x_a.b .x_c.d{color:red}')
    expect(changes).toEqual([
      expect.objectContaining({
        rule: 'chained-class-not-prefixed',
        what: '.b',
        where: { line: 1, column: 23 },
      }),
    ])
  })

  it('makes body the first element of the message, in the HTML and in rules', () => {
    const html = '<style>body{color:red}</style><body class="k" style="margin:0"><p>x</p>'
    const { styles, message } = drawIn(code, html)
    expect(styles.join('')).toBe('.rps_ca92>div{color:red}')
    expect(message).toBe('<div class="x_k" style="margin:0"><p>x</p></div>')
  })

  it('leaves the value of [class=…] without the prefix, so that it matches nothing', () => {
    expect(stylesOf('[class="a"]{color:red}')).toBe('.rps_ca92 [class="a"]{color:red}')
  })

  it('honours a style block in the body, once', () => {
    const { page } = drawIn(code, '<p>x</p><style>p{color:red}</style>')
    expect(page.split('.rps_ca92 p{color:red}')).toHaveLength(2)
  })
})

describe('selectors in Outlook.com', () => {
  it.each(['[title]', 'td[title]', '[title=a] .b', 'td[title~=a]', 'td[title|=a]', 'td:hover', 'td::before'])(
    'honours %s',
    (selector) => {
      expect(stylesOf(`${selector}{color:red}`)).not.toBe('')
    },
  )

  it.each([
    '#c[title]',
    'td[title^=a]',
    'td[title$=a]',
    'td[title*=a]',
    ':hover',
    'td.a:first-child',
    '.a::before',
    'td:not(p)',
    'td:nth-child(2)',
    'td:has(p)',
    'td:is(p)',
  ])('drops %s and reports it with a source', (selector) => {
    const { styles, rules } = drawStyled(`${selector}{color:red}.a{color:blue}`)
    expect(styles.join('')).toBe('.rps_ca92 .x_a{color:blue}')
    expect(rules).toEqual(['selector-unsupported'])
  })

  it('drops one selector of a list and keeps the others', () => {
    expect(stylesOf('.a:hover,.a{color:red}')).toBe('.rps_ca92 .x_a{color:red}')
  })
})

describe('style sheets in Outlook.com', () => {
  it('ignores the rest of a style sheet after }}', () => {
    const { styles, changes } = drawStyled('@media screen{p{color:red}}\n.a{color:blue}')
    expect(styles).toEqual(drawStyled('@media screen{p{color:red} }').styles)
    expect(changes).toEqual([
      expect.objectContaining({ rule: 'rules-lost-after-braces', where: { line: 1, column: 50 } }),
    ])
  })

  it('keeps rules after two braces with a blank between them, or in strings and comments', () => {
    expect(drawStyled('@media screen{p{color:red} }.a{color:blue}').styles.join('')).toContain('x_a')
    expect(drawStyled('p{quotes:"}}"}/*}}*/.a{color:blue}').styles.join('')).toContain('x_a')
  })

  it('does not report }} at the end', () => {
    expect(drawStyled('@media screen{p{color:red}}\n').changes).toEqual([])
  })

  it.each([code, 'CHROMEOUTLOOKCOMDARK', 'OUTLOOKIOS', 'ANDROIDOUTLOOK', 'OL2019MAC'])(
    'keeps rules for prefers-color-scheme: dark in %s, because the browser evaluates them',
    (of) => {
      expect(stylesOf('@media (prefers-color-scheme:dark){.a{top:1px} }', of)).toMatch(
        /^@media \(prefers-color-scheme:dark\)\{.*top:1px/,
      )
    },
  )

  it.each([
    '@import url(a.css);',
    '@font-face{font-family:x;src:url(a.woff)}',
    '@supports (color:red){p{color:red} }',
  ])('drops %s', (css) => {
    expect(drawStyled(`${css} .a{color:blue}`).styles.join('')).toBe('.rps_ca92 .x_a{color:blue}')
  })
})

describe('declarations in Outlook.com', () => {
  it.each([
    'position:relative',
    'position:absolute',
    'margin-left:-1em',
    'gap:4px',
    'transform:none',
    'transform-origin:top',
    'width:calc(1px + 1px)',
    'background:linear-gradient(red,blue)',
  ])('drops %s from rules and style attributes', (declaration) => {
    const { message, rules } = drawIn(code, `<p style="${declaration};color:red">x</p>`)
    expect(message).toBe('<div><p style="color:red">x</p></div>')
    expect(rules).toEqual([declaration.startsWith('margin') ? 'value-refused' : 'declaration-unsupported'])
    expect(stylesOf(`p{${declaration};color:red}`)).toBe('.rps_ca92 p{color:red}')
  })

  it.each([
    'position:sticky',
    'margin:4px',
    'column-gap:4px',
    'white-space:nowrap',
    'white-space:pre',
    'border-radius:4px',
  ])('keeps %s', (declaration) => {
    expect(drawIn(code, `<p style="${declaration}">x</p>`).changes).toEqual([])
  })
})

describe('elements in Outlook.com', () => {
  it('draws only the content of semantic elements, except <time>', () => {
    const { message } = drawIn(code, '<main><article>a</article> <time>b</time> <x-y>c</x-y></main>')
    expect(message).toBe('<div>a <time>b</time> c</div>')
  })

  it('removes submit buttons and keeps other controls', () => {
    const { message } = drawIn(
      code,
      '<button>a</button><button type="reset">b</button><input type="submit"><input>',
    )
    expect(message).toBe('<div>a<button type="reset">b</button><input></div>')
  })

  it.each(['%%unsubscribe%%', '*|LINK|*', 'page.html'])('shows the link to %s as [%s]text', (address) => {
    const { message, rules } = drawIn(code, `<a href="${address}"><b>text</b></a>`)
    expect(message).toBe(`<div>[${address}]<b>text</b></div>`)
    expect(rules).toEqual(['invalid-link-shown'])
  })

  it.each(['', ' '])('draws only the content of a link to "%s"', (address) => {
    const { message, rules } = drawIn(code, `<a href="${address}" style="color:red"><b>text</b></a>`)
    expect(message).toBe('<div><b>text</b></div>')
    expect(rules).toEqual(['empty-link-removed'])
  })

  it.each([['to jo@example.com', '<a href="mailto:jo@example.com" target="_blank">jo@example.com</a>']])(
    'makes a link of the address in "%s"',
    (text, link) => {
      expect(drawIn(code, text).message).toContain(link)
      const [start = ''] = link.split(' target')
      for (const app of ['OUTLOOKIOS', 'ANDROIDOUTLOOK']) expect(drawIn(app, text).message).toContain(start)
    },
  )

  it.each(['https://a.b', 'mailto:a@b.co', 'tel:1', '#top'])('keeps the link to "%s"', (address) => {
    expect(drawIn(code, `<a href="${address}">text</a>`).changes).toEqual([])
  })
})
