import { findCssReferences, rewriteCssReferences } from './css-references'

const base = 'https://x.example/css/main.css'
const replace = (url: string): string => `http://assets.invalid/${url.length}`

describe('what CSS fetches', () => {
  it.each([
    ['a background', 'a{background:red url(i.png) 0 0}'],
    ['a quoted url', 'a{background:URL( "i.png" )}'],
    ['an escaped address', 'a{background:url(\\69.png)}'],
    ['an escaped function', 'a{background:\\75rl(i.png)}'],
    ['an escaped function with a string', 'a{background:\\75rl( "i.png")}'],
    ['an import', '@import "i.png" screen;'],
    ['an import by url', '@import url(i.png) layer("x") supports(a:b);'],
    ['an escaped import', '@\\69mport "i.png";'],
    ['a font', '@font-face{font-family:"F";src:local("x"),url(i.png)format("woff2")}'],
    ['an image set', 'a{background:image-set("i.png" type("image/png") 1x)}'],
    ['a prefixed image set', 'a{background:-webkit-image-set(url(i.png) 1x)}'],
    ['a cursor', 'a{cursor:url(i.png),auto}'],
    ['a list bullet', 'li{list-style:url(i.png)}'],
    ['a custom property', ':root{--x:url(i.png)}'],
    ['inside media queries', '@media screen{@supports (a:b){a{background:url(i.png)}}}'],
    ['after broken blocks', '}}a{b:c;;{ x:url(i.png)'],
    ['an address that never ends', 'a{background:url(i.png'],
    ['a string that never ends', 'a{background:url("i.png'],
  ])('finds %s', (_name, css) => {
    expect(findCssReferences(css, base)).toEqual(['https://x.example/css/i.png'])
  })

  it.each([
    [
      'a namespace',
      '@namespace svg url(http://www.w3.org/2000/svg); @namespace "http://www.w3.org/1999/xhtml";',
    ],
    ['a document rule', '@-moz-document url(http://x.example/){a{b:c}}'],
    ['a charset', '@charset "utf-8";'],
    ['content', 'a::after{content:"http://x.example/i.png"}'],
    ['a font name', 'a{font-family:"http://x.example/i.png"}'],
    ['a comment', '/* url(http://x.example/i.png) */'],
    ['a bad url', 'a{background:url(a b.png)}'],
    ['an attribute selector', 'a[href="http://x.example/i.png"]{b:c}'],
    ['data', 'a{background:url(data:image/png;base64,AAAA)}'],
    ['a fragment', 'a{filter:url(#f)}'],
  ])('leaves out %s', (_name, css) => {
    expect(findCssReferences(css, null)).toEqual([])
  })

  it('leaves relative addresses out without a base', () => {
    expect(findCssReferences('a{b:url(i.png);c:url(//x.example/i.png)}', null)).toEqual([
      'https://x.example/i.png',
    ])
  })
})

describe('rewriting CSS', () => {
  it('replaces addresses and keeps every other byte, even of invalid CSS', () => {
    const css = `@charset "x";\r\n@import 'a.css' screen;a{b : url( "i.png" )!important;*zoom:1;;}} /* url(i.png) */
      @font-face{src:url(f.eot?#iefix)format("eot")} x{y:url(a b);z:url(data:,a);w:url(#f)} <!-- q{`
    const mark = (url: string): string => `http://assets.invalid/${new URL(url).pathname.slice(5)}`
    expect(rewriteCssReferences(css, base, mark)).toBe(
      `@charset "x";\r\n@import "http://assets.invalid/a.css" screen;a{b : url( "http://assets.invalid/i.png" )!important;*zoom:1;;}} /* url(i.png) */
      @font-face{src:url("http://assets.invalid/f.eot#iefix")format("eot")} x{y:url(a b);z:url(data:,a);w:url(#f)} <!-- q{`,
    )
  })

  it('replaces addresses that must not be fetched by one that never loads', () => {
    expect(rewriteCssReferences('a{b:url(file:///etc/passwd);c:url("i.png")}', null, replace)).toBe(
      'a{b:url("http://assets.invalid/missing");c:url("http://assets.invalid/missing")}',
    )
  })

  it('escapes replacements, so that none ends its string or its style element', () => {
    const css = rewriteCssReferences('a{b:url(i.png)}', base, () => '"</style>\\\n')
    expect(css).not.toContain('</')
    expect(findCssReferences(`${css}c{d:url(http://x.example/1)}`, null)).toEqual(['http://x.example/1'])
  })
})
