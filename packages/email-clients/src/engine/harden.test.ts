import { drawIn } from '../../tests/draw-in-client'
import { ChangeLog } from './change-log'
import { harden } from './harden'
import { elementsIn } from './html-tree'
import { parseHtml } from './parse-html'
import { serializeHtml } from './serialize-html'
import { createSupport } from './support'

function hardened(html: string) {
  const document = parseHtml(html)
  const changes = new ChangeLog(true)
  harden(document, createSupport({}), changes)
  return {
    body: /<body>(.*)<\/body>/s.exec(serializeHtml(document))?.[1],
    html: serializeHtml(document),
    changes,
  }
}

describe('the first step of every HTML profile', () => {
  it.each([
    '<script>alert(1)</script>',
    '<script src="https://x.y/z.js"></script>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe src="https://x.y"></iframe>',
    '<iframe srcdoc="<b>x</b>"></iframe>',
    '<embed src="https://x.y">',
    '<template><script>alert(1)</script></template>',
    '<svg><set attributeName="href" to="javascript:x"></set></svg>',
  ])('takes out %s', (html) => {
    const { body, changes } = hardened(`<p>a</p>${html}<p>b</p>`)
    expect(body?.replace('<svg></svg>', '')).toBe('<p>a</p><p>b</p>')
    expect(changes.list()).toMatchObject([
      { rule: 'active-content', where: { line: 1, column: expect.any(Number) as number } },
    ])
  })

  it.each([
    '<meta http-equiv="refresh" content="0;url=https://x.y">',
    '<base href="https://x.y">',
    '<link rel="prefetch" href="https://x.y">',
    '<link rel="preconnect" href="https://x.y">',
  ])('takes %s out of the head', (html) => {
    expect(hardened(`<head>${html}</head>`).html).toContain('<head></head>')
  })

  it.each([
    'onclick="x"',
    'ONERROR="x"',
    'action="https://x.y"',
    'formaction="https://x.y"',
    'ping="https://x.y"',
    'srcdoc="x"',
    'href="javascript:alert(1)"',
    'href=" jAvA&#10;ScRiPt:alert(1)"',
    'href="&#1;javascript:alert(1)"',
    'href="vbscript:x"',
    'href="data:text/html,x"',
    'src="file:///etc/passwd"',
    'src="view-source:https://x.y"',
    'src="blob:https://x.y"',
    'src="about:blank"',
    'src="data:text/html,x"',
    'background="javascript:x"',
    'xlink:href="javascript:x"',
    'http-equiv="refresh"',
  ])('takes the attribute %s away', (attribute) => {
    expect(hardened(`<p ${attribute} title="t">a</p>`).body).toBe('<p title="t">a</p>')
  })

  it.each([
    'href="https://x.y"',
    'href="mailto:a@b.c"',
    'href="tel:1"',
    'href="#x"',
    'href="a/b"',
    'src="cid:x"',
    'src="data:image/png;base64,AA"',
    'src="//x.y/z"',
  ])('leaves %s', (attribute) => {
    expect(hardened(`<p ${attribute}>a</p>`).body).toBe(`<p ${attribute}>a</p>`)
  })

  it.each([
    // In MathML, the content of <style> is markup, so what the first parser reads as text is markup for the second.
    '<math><mtext><table><mglyph><style>a{content:"<img src=https://x.y/z onerror=x>"}</style>',
    '<math><mtext><table><mglyph><xmp><img src=https://x.y/z onerror=x></xmp>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=https://x.y/z onerror=x>">',
    '<svg><p><style><a title="</style><img src=https://x.y/z onerror=x>">',
    '<plaintext><img src=https://x.y/z onerror=x>',
  ])('writes HTML in which a second parser finds no handler: %s', (html) => {
    const attributes = elementsIn(parseHtml(hardened(html).html)).flatMap(({ attrs }) => attrs)
    expect(attributes.filter(({ name }) => name === 'onerror')).toEqual([])
  })

  it('makes the addresses that depend on a <base> absolute: in attributes, srcset, styles and links', () => {
    const { html } = hardened(
      '<base href="https://x.y/z/"><style>a{background:url(a.png)}</style>' +
        '<img src="b.png" srcset="c.png 2x"><p style="background:url(d.png)"><a href="e">e</a><a href="#f">f</a></p>',
    )
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e'])
      expect(html).toContain(`https://x.y/z/${name}`)
    expect(html).toContain('href="#f"')
    expect(html).not.toContain('<base')
  })

  it.each([
    [
      'IPHONE17',
      '<object type="image/png" data="https://x.y/a.png" width="50" height="60" onload="x()">no</object>',
      /<img src="http:[^"]*a\.png" width="50" height="60">/,
    ],
    ['IPHONE17', '<object type="text/html" data="https://x.y/a.html">no</object>', /no/],
    ['IPHONE17', '<object data="https://x.y/a.png?v=1">no</object>', /<img src="http:[^"]*a\.png/],
    ['IPHONE17', '<object data="https://x.y/a">no</object>', /no/],
    ['IPHONE17', '<object type="text/html" data="https://x.y/a.png">no</object>', /no/],
    ['IPHONE17', '<object type="image/png" data="javascript:x()">no</object>', /<img>/],
    ['CHROMEGMAILNEW', '<object type="image/png" data="https://x.y/a.png">no</object>', /no/],
  ])('shows in %s of %s what is safe', (code, html, shown) => {
    const { message } = drawIn(code, html)
    expect(message).toMatch(shown)
    expect(message).not.toMatch(/object|onload|javascript/)
  })

  it('shows the fallback content of <object> and <noscript>', () => {
    expect(hardened('<object data="x"><b>a</b></object><noscript><i>b</i></noscript>').body).toBe(
      '<b>a</b><i>b</i>',
    )
  })
})
