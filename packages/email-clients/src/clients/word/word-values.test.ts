import { drawIn, withHead } from '../../../tests/draw-in-client'

const outlooks = ['OL2007', 'OL2010', 'OL2013', 'OL2016', 'OL2019', 'OL2021', 'OL365']
const all = [...outlooks, 'WINDOWS10MAIL']

const styled = (style: string, code = 'OL2016', tagName = 'p') =>
  drawIn(code, `<${tagName} style="${style}">x</${tagName}>`)

/** The declarations that are left of a `style` on a paragraph. */
function left(style: string, code?: string, tagName?: string): string {
  const { message } = styled(style, code, tagName)
  return /style="([^"]*)"/.exec(message)?.[1]?.replaceAll('&quot;', '"') ?? ''
}

describe.each(all)('values in %s', (code) => {
  it.each([
    ['font-weight:100', 'font-weight:normal'],
    ['font-weight:500', 'font-weight:normal'],
    ['font-weight:599', 'font-weight:normal'],
    ['font-weight:600', 'font-weight:bold'],
    ['font-weight:900', 'font-weight:bold'],
    ['font-weight:700', 'font-weight:700'],
    ['font-weight:bold', 'font-weight:bold'],
    ['text-transform:lowercase', ''],
    ['text-transform:uppercase', 'text-transform:uppercase'],
    ['font-size:2rem', ''],
    ['font-size:1em', 'font-size:1em'],
    ['font-size:calc(1px + 1px)', ''],
    ['font-size:5vw', ''],
    ['text-align:end', ''],
    ['text-align:right', 'text-align:right'],
    ['text-decoration:overline', ''],
    ['text-decoration:underline red', ''],
    ['text-decoration:underline', 'text-decoration:underline'],
    ['display:inline-block', ''],
    ['display:flex', ''],
    ['position:absolute;top:9px', ''],
    ['float:left', ''],
    ['overflow:hidden', ''],
    ['border-radius:3px', ''],
    ['box-shadow:1px 1px red', ''],
    ['background-image:url(a.png)', ''],
    ['background:url(a.png) no-repeat', ''],
    ['background:#eee url(a.png) no-repeat 0 0', 'background:#eee'],
    ['background:#123456 url(a.png) no-repeat center / cover', ''],
    ['background:red', 'background:red'],
    ['font-size:13px', 'font-size:10pt'],
    ['font-size:15px', 'font-size:11.5pt'],
    ['font-size:17px', 'font-size:13pt'],
    ['font-size:14px', 'font-size:14px'],
    ['font-size:10.2pt', 'font-size:10pt'],
    ['font:13px/20px Arial', 'font:10pt/20px"Arial",sans-serif'],
    ['color:rgb(0,128,0)', 'color:rgb(0,128,0)'],
    ['color:rgb(0 128 0)', ''],
    ['color:rgb(0 128 0 / 1)', ''],
    ['color:rgb(0,128,0,.5)', ''],
    ['color:rgba(0,128,0,1)', ''],
    ['color:hsl(120,100%,25%)', ''],
    ['color:#0808', ''],
    ['color:transparent', ''],
    ['color:initial', ''],
    ['color:var(--x)', ''],
    ['--x:red', ''],
    ['opacity:.5', ''],
    ['list-style:square inside', 'list-style:square'],
    ['list-style:url(a.png)', ''],
  ])('draw %s as %s', (sent, shown) => {
    expect(left(sent, code)).toBe(shown)
    const { changes } = styled(sent, code)
    if (sent === shown) expect(changes).toEqual([])
    else {
      expect(changes).not.toEqual([])
      for (const { where, source } of changes) {
        expect(where).toEqual({ line: 1, column: 4 })
        expect(source).toMatch(/caniemail|Microsoft|goodemailcode|mjmlio|ECMA-376/)
      }
    }
  })

  it('draw letter-spacing in em smaller than as much in px, and none in Microsoft 365', () => {
    const isKnown = code !== 'OL365'
    expect(left('letter-spacing:4px', code)).toBe(isKnown ? 'letter-spacing:4px' : '')
    expect(left('letter-spacing:.4em', code)).toBe(isKnown ? 'letter-spacing:0.3em' : '')
  })

  it('cut a weight in the font shorthand, not its line height', () => {
    expect(left('font:500 12px/600 Arial', code)).toBe('font:normal 12px/600"Arial",sans-serif')
  })

  it.each([
    ['border-left:1px solid red', 'div', 'border-left:1px solid red'],
    ['border-top:1px solid red', 'p', 'border-top:1px solid red'],
    ['border-top-color:red', 'span', ''],
    ['border-bottom:1px solid red', 'h1', 'border-bottom:1px solid red'],
    ['text-indent:9px', 'p', 'text-indent:9px'],
    ['text-indent:9px', 'span', ''],
    ['margin:9px', 'span', ''],
    ['margin:9px', 'div', 'margin:9px'],
  ])('honour %s on <%s> as "%s"', (sent, tagName, shown) => {
    expect(left(sent, code, tagName)).toBe(shown)
  })
})

/** The properties that Word 2007 to 2021 honours, by element: HT 2020, which sums up Microsoft's list of 2006. */
describe.each(all)('the levels of properties in %s', (code) => {
  const texts = ['span', 'p', 'div', 'h1', 'ul', 'li']
  const on = (declaration: string) =>
    texts.filter((tagName) => left(declaration, code, tagName) === declaration)

  it.each([
    'color:#f00',
    'background-color:#eee',
    'font-size:12px',
    'font-style:italic',
    'font-variant:small-caps',
    'font-weight:bold',
    'vertical-align:top',
    'border-collapse:collapse',
  ])('honour %s on every element', (declaration) => {
    expect(on(declaration)).toEqual(texts)
  })

  it.each([
    'line-height:150%',
    'text-indent:9px',
    'margin-left:9px',
    'border-top:1px solid red',
    'border-bottom:2px dashed',
  ])('honour %s on all but <span>', (declaration) => {
    expect(on(declaration)).toEqual(texts.slice(1))
  })

  it.each(['width:9px', 'height:9px'])(
    'honour %s on headings and lists, not on <span>, <p> and <div>',
    (declaration) => {
      expect(on(declaration)).toEqual(['h1', 'ul', 'li'])
      const cell = `<table><tbody><tr><td style="${declaration}">x</td></tr></tbody></table>`
      expect(drawIn(code, cell).message).toBe(cell)
    },
  )

  it.each(['padding:9px', 'padding-left:9px'])('honour %s on cells alone', (declaration) => {
    expect(on(declaration)).toEqual([])
    const table = `<table style="${declaration}"><tbody><tr><td style="${declaration}">x</td></tr></tbody></table>`
    expect(drawIn(code, table).message).toBe(table.replace(` style="${declaration}"`, ''))
  })

  it.each([
    'display:grid',
    'left:10%',
    'top:10%',
    'background-position:10% 10%',
    'background-size:cover',
    'position:relative',
    'text-shadow:1px 1px red',
    'transform:rotate(3deg)',
    'white-space:nowrap',
  ])('honour %s on no element', (declaration) => {
    expect(on(declaration)).toEqual([])
  })
})

describe('Word and HTML', () => {
  it.each(all)('%s draws every email without its doctype', (code) => {
    const body = '<p>x</p>'
    expect(drawIn(code, withHead('', body)).page).not.toMatch(/<!doctype/i)
  })

  it.each([
    ['<section>x</section>', 'x'],
    ['<abbr title="y">x</abbr>', 'x'],
    ['<marquee>x</marquee>', 'x'],
    ['<button>x</button>', 'x'],
    ['<input value="x">', ''],
    ['a<wbr>b', 'ab'],
    ['<svg><circle r="9"/></svg>', ''],
    [
      '<picture><source srcset="b.png"><img src="https://a.b/a.png"></picture>',
      '<img src="https://a.b/a.png">',
    ],
    ['<video src="https://a.b/a.mp4">x</video>', 'x'],
    ['<p hidden>x</p>', '<p>x</p>'],
    ['<ol reversed>x</ol>', '<ol>x</ol>'],
    ['<x-y>x</x-y>', 'x'],
  ])('%s is drawn as %s', (sent, shown) => {
    const message = drawIn('OL2016', sent).message
    expect(message.replace(/http:\/\/assets\.invalid\/frozen\/https%3A%2F%2Fa\.b%2F/g, 'https://a.b/')).toBe(
      shown,
    )
  })

  it('honours the background attribute of <body> only', () => {
    const { page, changes } = drawIn(
      'OL2016',
      '<body background="https://a.b/1.png"><table background="https://a.b/2.png"><tr><td background="https://a.b/3.png">x</table>',
    )
    expect(page.match(/background="/g)).toHaveLength(1)
    expect(changes.map(({ what }) => what)).toEqual(['background of <table>', 'background of <td>'])
  })

  it.each(all)('%s shows &apos; as it is written, and the entities of HTML 4 as what they mean', (code) => {
    const { message, changes } = drawIn(
      code,
      '<p title="&apos;">a&apos;b &rsquo;&amp;&hairsp; &nbsp;&#39;</p>',
    )
    expect(message).toBe('<p title="&amp;apos;">a&amp;apos;b ’&amp;&amp;hairsp; &nbsp;\'</p>')
    expect(changes).toEqual([
      expect.objectContaining({
        rule: 'entity-unknown',
        what: '&apos;',
        count: 2,
        where: { line: 1, column: 11 },
      }),
      expect.objectContaining({
        rule: 'entity-unknown',
        what: '&hairsp;',
        count: 1,
        where: { line: 1, column: 40 },
      }),
    ])
  })

  it('does not read a dark color-scheme from <meta>', () => {
    expect(drawIn('OL365', '<meta name="color-scheme" content="dark"><p>x</p>').page).not.toContain(
      'color-scheme',
    )
  })
})

describe('Word and max-width', () => {
  const table = '<table style="max-width:99px"></table>'
  it.each(['OL2007', 'OL2010', 'OL2013', 'OL2016'])('%s has none', (code) => {
    expect(drawIn(code, table).message).toBe('<table></table>')
  })

  it.each(['OL2019', 'OL2021', 'OL365', 'WINDOWS10MAIL'])('%s has it on tables alone', (code) => {
    expect(drawIn(code, table).message).toBe(table)
    expect(left('max-width:99px', code, 'div')).toBe('')
  })
})

describe('Word and margin:auto', () => {
  it('centres by `align`, which no margin of 0 undoes', () => {
    const table = drawIn('OL2019', '<table align="center" style="margin:0 auto"></table>').message
    expect(table).toBe('<table align="center" style="margin-top:0;margin-bottom:0"></table>')
  })

  it.each(outlooks)('%s does not honour it, and keeps the other sides', (code) => {
    expect(left('margin:0 auto', code)).toBe('margin-top:0;margin-bottom:0')
    expect(left('margin:1px auto 2px 3px', code)).toBe('margin-top:1px;margin-bottom:2px;margin-left:3px')
    expect(left('margin-left:auto', code)).toBe('')
  })

  it('is honoured by Windows 10 Mail, but a negative margin is not', () => {
    expect(left('margin:0 auto', 'WINDOWS10MAIL')).toBe('margin:0 auto')
    expect(left('margin:-3px auto', 'WINDOWS10MAIL')).toBe('margin-right:auto;margin-left:auto')
  })
})
