import fc from 'fast-check'
import { defaultTreeAdapter, html as names, parse, serialize } from 'parse5'
import { processorMsOf } from '@pas/testing/processor-time'
import { findReferences as findAll } from './find-references'
import { rewriteTreeReferences } from './rewrite-tree-references'

/** The addresses that are loaded. */
const findReferences = (html: string, atMost?: number): string[] =>
  findAll(html, atMost)
    .filter(({ dead }) => dead === null)
    .map(({ url }) => url)

const missing = 'http://assets.invalid/missing'

function rewrite(html: string, replace: (url: string) => string = () => missing): string {
  const document = parse(html, { scriptingEnabled: false })
  rewriteTreeReferences(document, replace)
  return serialize(document, { scriptingEnabled: false })
}

const body = (html: string, replace?: (url: string) => string): string =>
  /<body>([^]*)<\/body>/.exec(rewrite(html, replace))?.[1] ?? ''

describe('rewriting what an email refers to', () => {
  it('passes normalised addresses to the caller and puts their fragment back', () => {
    const asked: string[] = []
    const html = body(
      '<img src=" HTTP://X.example/a b.png#f "><svg><use xlink:href="//x.example/s.svg#i"></use></svg>',
      (url) => {
        asked.push(url)
        return 'http://assets.invalid/1'
      },
    )
    expect(asked).toEqual(['http://x.example/a%20b.png', 'https://x.example/s.svg'])
    expect(html).toBe(
      '<img src="http://assets.invalid/1#f"><svg><use xlink:href="http://assets.invalid/1#i"></use></svg>',
    )
  })

  it('keeps descriptors, other CSS, and addresses that need no fetching', () => {
    const one = (): string => 'http://assets.invalid/1'
    expect(
      body('<img srcset="http://x.example/a 1.50x,\n http://x.example/b  2x" src="data:image/png,x">', one),
    ).toBe(
      '<img srcset="http://assets.invalid/1 1.50x,\n http://assets.invalid/1  2x" src="data:image/png,x">',
    )
    expect(body('<p style="color:red;;background:url(http://x.example/a)">x</p>', one)).toBe(
      '<p style="color:red;;background:url(&quot;http://assets.invalid/1&quot;)">x</p>',
    )
    const carried = '<img src=""><svg><use href="#a"></use></svg><a href="http://x.example/">x</a>'
    expect(body(carried, one)).toBe(carried)
    expect(body('<img src="cid:a%40b">', (url) => (url === 'cid:a@b' ? one() : 'x'))).toBe(
      '<img src="http://assets.invalid/1">',
    )
  })

  it.each([
    '<img src="file:///etc/passwd">',
    '<img src="view-source:http://x.example/">',
    '<img src="chrome://settings">',
    '<img src="about:blank">',
    '<img src="blob:http://x.example/1">',
    '<img src="java\nscript:alert(1)">',
    '<img src="a.png">',
    '<iframe src="http://x.example/"></iframe>',
    '<embed src="http://x.example/">',
    '<video src="http://x.example/"></video>',
    '<object data="http://x.example/"></object>',
    '<link rel="prefetch" href="http://x.example/">',
  ])('never lets %s load', (html) => {
    const asked = jest.fn(() => 'http://assets.invalid/1')
    const rewritten = rewrite(html, asked)
    expect(rewritten).toContain(`"${missing}"`)
    expect(rewritten).not.toMatch(/x\.example|passwd|a\.png|settings|alert/)
    expect(asked).not.toHaveBeenCalled()
  })

  it('rewrites style elements in HTML and, over several text nodes, in SVG', () => {
    const one = (): string => 'http://assets.invalid/1'
    expect(body('<p><style>a{b:url(http://x.example/?a&b)}</style></p>', one)).toBe(
      '<p><style>a{b:url("http://assets.invalid/1")}</style></p>',
    )
    expect(body('<svg><style>a{b:url(http://x.ex<!-- -->ample/1)}</style></svg>', one)).toBe(
      '<svg><style>a{b:url("http://assets.invalid/1")}<!-- --></style></svg>',
    )
  })

  it('rewrites conditional comments in place and leaves other comments alone', () => {
    const one = (): string => 'http://assets.invalid/1'
    const html =
      '<!--[if mso]><table><tr><td background="http://x.example/a" style=\'a:"--&gt;";b:url(http://x.example/b)\'><![endif]-->' +
      '<!-- <img src="http://x.example/c"> -->'
    expect(rewrite(html, one)).toContain(
      '<!--[if mso]><table><tr><td background="http://assets.invalid/1" style="a:&quot;--&gt;&quot;;b:url(&quot;http://assets.invalid/1&quot;)"><![endif]-->' +
        '<!-- <img src="http://x.example/c"> -->',
    )
  })

  it('resolves against the base that the tree still has', () => {
    const asked = jest.fn(() => missing)
    rewrite('<base href="https://x.example/m/"><img src="a.png">', asked)
    expect(asked).toHaveBeenCalledWith('https://x.example/m/a.png')
  })

  it('rewrites a tree 100,000 deep with 10,000 images in time', async () => {
    const document = defaultTreeAdapter.createDocument()
    let parent = defaultTreeAdapter.createElement('html', names.NS.HTML, [])
    defaultTreeAdapter.appendChild(document, parent)
    let replaced = 0
    for (let depth = 0; depth < 100_000; depth++) {
      const name = depth % 10 === 0 ? 'img' : 'div'
      const attributes = [{ name: 'src', value: `http://x.example/${depth}` }]
      const element = defaultTreeAdapter.createElement(name, names.NS.HTML, attributes)
      defaultTreeAdapter.appendChild(parent, element)
      parent = element
    }
    const ms = await processorMsOf(() => rewriteTreeReferences(document, () => `${missing}?${replaced++}`))
    expect(replaced).toBe(10_000)
    expect(ms).toBeLessThan(10_000)
  })
})

describe('any markup at all', () => {
  const address = fc.constantFrom(
    'http://x.example/1',
    '//x.example/2#f',
    ' https://x.example/a,b ',
    'file:///etc/passwd',
    'r.png',
    'data:,x',
    '#f',
    '',
    '\\68ttp://x.example/',
  )
  const css = fc.tuple(
    fc.constantFrom('', '@import ', 'a{b:', '@namespace ', 'x:image-set(', ';}', '/*', '--c:'),
    fc.constantFrom('url(', 'URL( "', '"', "'", '\\75rl(', '\\75rl("'),
    address,
    fc.constantFrom('', ')', '")', '" 1x)', "';", ' x)', '\\'),
  )
  const piece = fc.oneof(
    fc.constantFrom(
      '<svg>',
      '</svg>',
      '<title>',
      '</title>',
      '<math>',
      '<foreignObject>',
      '<desc>',
      '<p>',
      '</p>',
      '<table>',
      '<select>',
      '<textarea>',
      '</textarea>',
      '<noscript>',
      '<iframe>',
      '<template>',
      '</template>',
      '<plaintext>',
      '<xmp>',
      '</style>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<![endif]-->',
      '<![endif]>',
      '<!--[if mso]>',
      '<![if !mso]>',
      '<base href="http://x.example/b/">',
      '"',
      '>',
      '--!>',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'img',
          'image',
          'source',
          'use',
          'v:fill',
          'td',
          'input type=image',
          'iframe',
          'link rel=stylesheet',
        ),
        fc.constantFrom('src', 'srcset', 'href', 'xlink:href', 'background', 'poster', 'data'),
        fc.constantFrom('"', "'", ''),
        address,
      )
      .map(([tag, name, quote, value]) => `<${tag} ${name}=${quote}${value}${quote}>`),
    css.map((parts) => `<style>${parts.join('')}</style>`),
    css.map((parts) => `<svg><style>${parts.join('')}</style>`),
    css.map((parts) => `<p style="${parts.join('').replace(/"/g, '&quot;')}">`),
    css.map((parts) => parts.join('')),
    fc.string(),
  )
  const markup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  it('are never missed by the quick check whether there are any', () => {
    // `url` before the markup makes the quick check true, so that findReferences reads all of it.
    fc.assert(
      fc.property(markup, (html) => {
        expect(findReferences(html)).toEqual(findReferences(`<!--url-->${html}`))
      }),
      { seed: 200, numRuns: 1_000 },
    )
  })

  it('is read and rewritten without an error, and has no outside address afterwards', () => {
    fc.assert(
      fc.property(markup, (html) => {
        findReferences(html)
        const left = findReferences(rewrite(html))
        expect(left.filter((url) => !url.startsWith('http://assets.invalid/'))).toEqual([])
      }),
      { seed: 200, numRuns: 1_000 },
    )
  })

  it('has no address that the rewriting replaces and findReferences does not find', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const found = new Set(findReferences(html))
        const asked = new Set<string>()
        rewrite(html, (url) => {
          asked.add(url)
          return missing
        })
        expect([...asked].filter((url) => !found.has(url))).toEqual([])
      }),
      { seed: 200, numRuns: 1_000 },
    )
  })
})
