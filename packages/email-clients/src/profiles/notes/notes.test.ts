import { drawIn, withHead } from '../../../tests/draw-in-client'

const styles = (css: string, code = 'NOTES9') => drawIn(code, withHead(`<style>${css}</style>`)).styles[0]
const body = (html: string, code = 'NOTES9') => drawIn(code, html).message

describe('Notes, which draws HTML mail with Internet Explorer 8', () => {
  it.each([
    '[if IE]',
    '[if IE 8]',
    '[if lte IE 9]',
    '[if gt IE 7]',
    '[if (gte mso 9)|(IE)]',
    '[if mso | IE]',
  ])('shows what is for %s', (condition) => {
    expect(body(`a<!--${condition}><b>b</b><![endif]-->`)).toMatch(/^a(?:<!--.*-->)?<b>b<\/b>/)
  })

  it.each(['[if mso]', '[if !IE]', '[if gte IE 9]', '[if IE 7]', '[if vml]', '[if gte mso 9]'])(
    'does not show what is for %s',
    (condition) => {
      expect(body(`a<!--${condition}><b>b</b><![endif]-->`)).not.toContain('<b>')
    },
  )

  it('does not show what everybody but Internet Explorer is to see', () => {
    expect(body('a<!--[if !IE]><!--><b>b</b><!--<![endif]-->')).not.toContain('<b>')
    expect(body('a<!--[if !mso]><!--><b>b</b><!--<![endif]-->')).toContain('<b>b</b>')
  })

  it("shows nothing of Office's settings in a comment it reads", () => {
    const html = '<!--[if (gte mso 9)|(IE)]><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]-->x'
    expect(body(html)).not.toContain('96')
    expect(drawIn('NOTES9', html).rules).toContain('element-removed')
  })

  it.each([
    'border-radius:3px',
    'box-shadow:1px 1px red',
    'opacity:.5',
    'display:flex',
    'display:grid',
    'width:calc(1px + 2px)',
    'width:1rem',
    'height:10vh',
    'color:rgba(1,2,3,.5)',
    'color:hsl(1,2%,3%)',
    'color:#11223344',
    'color:currentColor',
    'color:var(--a)',
    'color:initial',
    'transform:rotate(1deg)',
    'background:linear-gradient(red,blue)',
    'background:url(https://x.y/a.png),url(https://x.y/b.png)',
    'background:red url(https://x.y/a.png) center/cover',
    'background-size:cover',
    'text-shadow:1px 1px red',
    'object-fit:cover',
    'position:sticky',
  ])('draws %s as if it were not there', (css) => {
    expect(body(`<p style="${css};top:1px">x</p>`)).toBe('<p style="top:1px">x</p>')
  })

  it.each([
    'display:inline-block',
    'display:table-cell',
    'position:fixed',
    'position:absolute',
    'box-sizing:border-box',
    'max-width:10px',
    'outline:1px solid red',
    'text-overflow:ellipsis',
    'word-wrap:break-word',
    'border-spacing:2px',
    'width:10%',
    'color:rgb(1,2,3)',
    'content:counter(a)',
    'font-family:Inter,Arial',
  ])('honours %s', (css) => {
    expect(body(`<p style="${css}">x</p>`)).toBe(`<p style="${css}">x</p>`)
  })

  it('drops media queries about sizes with all they hold, and keeps media types', () => {
    expect(styles('@media (max-width:600px){a{top:1px}}@media screen{b{top:1px}}')).toBe(
      '@media screen{b{top:1px}}',
    )
  })

  it('knows neither @supports, @keyframes nor web fonts', () => {
    expect(
      styles(
        '@supports (display:grid){a{top:1px}}@keyframes x{from{top:0}}@font-face{font-family:x;src:url(https://x.y/a.woff2)}b{top:1px}',
      ),
    ).toBe('b{top:1px}')
  })

  it.each(['p:nth-child(2)', 'p:not(.a)', 'p:last-child', 'p::before', 'p:has(b)'])(
    'drops a whole rule for one selector it cannot read: %s',
    (selector) => {
      expect(styles(`i,${selector}{top:1px}b{top:2px}`)).toBe('b{top:2px}')
    },
  )

  it.each(['p>b', 'p+b', 'p~b', 'a[href^=h]', 'p:first-child', 'p:before', 'a:hover', '.a.b', '*'])(
    'honours the selector %s',
    (selector) => {
      expect(styles(`${selector}{top:1px}`)).toContain('top:1px')
    },
  )

  it('draws elements of HTML5 as if only their content stood there', () => {
    expect(body('<section><header>x</header></section><video>No video</video>')).toBe('xNo video')
    expect(body('<div><svg><path/></svg></div>')).toBe('<div></div>')
  })

  it('draws <picture> as its <img>, without srcset', () => {
    const html =
      '<picture><source srcset="https://x.y/a.webp"><img src="https://x.y/a.png" srcset="https://x.y/b.png 2x"></picture>'
    expect(body(html)).toBe('<img src="http://assets.invalid/frozen/https%3A%2F%2Fx.y%2Fa.png">')
  })

  it.each(['webp', 'svg', 'avif'])('shows no %s', (format) => {
    expect(body(`<img src="https://x.y/a.${format}" alt="A">`)).toBe('<img alt="A">')
  })

  it('counts padding into a width only without a doctype', () => {
    expect(drawIn('NOTES9', '<p>x</p>').page).toContain(':where(*){box-sizing:border-box}')
    expect(drawIn('NOTES9', '<!DOCTYPE html><p>x</p>').page).not.toContain(':where(*)')
  })

  it('draws a box with the alternative text for images that are off', () => {
    const { page, message, rules } = drawIn('NOTES9', '<img src="https://x.y/a.png" alt="A" width="90">', {
      images: 'blocked',
    })
    expect(message).toBe('<img alt="A" width="90">')
    expect(page).toMatch(/img:not\(\[src\]\)\)\{[^}]*border:1px solid/)
    expect(rules).toEqual(['image-blocked'])
  })
})

it('Notes 10 draws what Notes 9 draws', () => {
  const html = withHead(
    '<style>.a{color:rgba(1,2,3,.5);position:fixed}</style>',
    '<!--[if IE 8]><p class="a">x</p><![endif]-->',
  )
  expect(drawIn('NOTES10', html)).toEqual(drawIn('NOTES9', html))
})

describe('Notes 8.5', () => {
  const html = (css: string) => withHead(`<style>${css}</style>`, '<p class="foo used">x</p>')

  it('draws .unused.foo as .foo when no element has the class unused', () => {
    const { styles: blocks, rules } = drawIn('NOTES85', html('.unused.foo{top:1px}p.unused.foo b{top:1px}'))
    expect(blocks).toEqual(['.foo{top:1px}p.foo b{top:1px}'])
    expect(rules).toEqual(['class-forgotten', 'class-forgotten'])
  })

  it('keeps a first class that is used, a second that is not, and one that is alone', () => {
    const css = '.used.foo{top:1px}.foo.unused{top:1px}.unused{top:1px}'
    expect(drawIn('NOTES85', html(css)).styles).toEqual([css])
  })

  it('is alone in that', () => {
    expect(drawIn('NOTES9', html('.unused.foo{top:1px}')).styles).toEqual(['.unused.foo{top:1px}'])
  })
})
