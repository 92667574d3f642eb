import { processorMsOf } from '@pas/testing/processor-time'
import { findReferences as findAll } from './find-references'

/** The addresses that are loaded. */
const findReferences = (html: string, atMost?: number): string[] =>
  findAll(html, atMost)
    .filter(({ dead }) => dead === null)
    .map(({ url }) => url)

const image = 'http://cdn.example/a.png'

describe('what an email makes a client fetch', () => {
  it.each([
    ['an image', `<img src="${image}">`],
    ['an image in capitals, unquoted', `<IMG SRC=${image}>`],
    ['an image with character references', '<img src="http&colon;//cdn.example/a&#46;png">'],
    ['an input of type image', `<input type=" IMAGE " src="${image}">`],
    ['a poster', `<video poster="${image}" src="http://x.example/film.mp4"></video>`],
    ['a table background', `<table background="${image}"><tr><td>`],
    ['a cell background', `<table><tr><td background="${image}">`],
    ['a body background', `<body background="${image}">`],
    ['an old <image>', `<image src="${image}">`],
    ['a picture in an object', `<object type="image/png" data="${image}"></object>`],
    ['an SVG image', `<svg><image href="${image}"/></svg>`],
    ['an SVG image by xlink', `<svg><image xlink:href="${image}"/></svg>`],
    ['an SVG use, without its fragment', `<svg><use href="${image}#part"/></svg>`],
    ['an SVG filter image', `<svg><filter><feImage href="${image}"/></filter></svg>`],
    ['an SVG paint', `<svg><rect fill="url(${image}#p)"/></svg>`],
    ['a VML fill', `<v:fill type="frame" src="${image}"/>`],
    ['VML image data', `<v:imagedata src="${image}"/>`],
    ['a VML background', `<v:background src="${image}"/>`],
    ['a VML image under another prefix', `<vml:image src="${image}"/>`],
    ['a VML image in Outlook markup', `<!--[if gte vml 1]><v:image src="${image}"/><![endif]-->`],
    ['a style sheet', `<link rel="Alternate StyleSheet" href="${image}">`],
    ['a style attribute', `<p style="background:url('${image}')">`],
    ['a style attribute with references', `<p style="background:url(&quot;${image}&quot;)">`],
    ['a style element', `<style>p{background:url(${image})}</style>`],
    ['a style element in SVG', `<svg><style>p{fill:url(&quot;${image}&quot;)}</style></svg>`],
    ['an unclosed style element', `<style>p{background:url(${image}`],
    ['content of noscript', `<noscript><img src="${image}"></noscript>`],
    ['content of a template', `<template><img src="${image}"></template>`],
    ['what follows an SVG title', `<svg><title></svg><img src="${image}">`],
    ['what stands in a foreign object', `<svg><foreignObject><style>p{background:url(${image})}</style>`],
    ['Outlook markup', `<!--[if gte mso 9]><v:fill src="${image}" /><![endif]-->`],
    [
      'Outlook markup of an open table',
      `<!--[if (mso)|(IE)]><table background="${image}"><tr><td><![endif]-->`,
    ],
    ['Outlook style', `<!--[if mso]><style>p{background:url(${image})}</style><![endif]-->`],
    ['a comment in Outlook markup', `<!--[if mso]><!--[if vml]><img src="${image}"><![endif]-->`],
    ['what Outlook is not shown', `<!--[if !mso]><!--><img src="${image}"><!--<![endif]-->`],
    ['revealed markup', `<![if !mso]><img src="${image}"><![endif]>`],
  ])('finds %s', (_name, html) => {
    expect(findReferences(html)).toEqual([image])
  })

  it('finds every candidate of srcset and picture, each once, in document order', () => {
    const html = `<picture><source srcset="http://c.example/1.webp 1x,http://c.example/odd,
      http://c.example/2.webp 2x"><img srcset="http://c.example/3.png 300w, http://c.example/1.webp 1x" src="http://c.example/4.png"></picture>`
    expect(findReferences(html)).toEqual([
      'http://c.example/1.webp',
      'http://c.example/odd',
      'http://c.example/2.webp',
      'http://c.example/3.png',
      'http://c.example/4.png',
    ])
  })

  it.each([
    ['a link', '<a href="http://x.example/">x</a>'],
    ['an area', '<map><area href="http://x.example/"></map>'],
    [
      'prefetching',
      '<link rel="prefetch" href="http://x.example/"><link rel=preconnect href="http://x.example/">',
    ],
    ['a frame', '<iframe src="http://x.example/"></iframe>'],
    ['the text of a frame', '<iframe><img src="http://x.example/a.png"></iframe>'],
    ['a plug-in', '<object data="http://x.example/"></object><embed src="http://x.example/">'],
    ['a script', '<script src="http://x.example/"></script>'],
    ['a string in a script', '<script>"<img src=http://x.example/a.png>"</script>'],
    ['a form', '<form action="http://x.example/"><input type=text src="http://x.example/"></form>'],
    [
      'sound and film',
      '<audio src="http://x.example/"></audio><video><source src="http://x.example/"></video>',
    ],
    ['an ordinary comment', '<!-- <img src="http://x.example/a.png"> -->'],
    ['text', '<title><img src="http://x.example/a.png"></title><textarea><img src=//x.example></textarea>'],
    ['a data URL', '<img src=" data:image/png;base64,AAAA">'],
    ['a relative address without a base', '<img src="a.png"><img src="/a.png"><img src="">'],
    ['another scheme', '<img src="file:///etc/passwd"><img src="javascript:1"><img src="blob:http://x/1">'],
    ['nothing parseable', '<img src="http://"><img src="http://[::1"><img src="{{ url }}">'],
    ['a fragment', '<svg><use href="#a"/></svg>'],
    ['an address of a million characters', `<img src="http://x.example/${'a'.repeat(1_000_000)}">`],
  ])('leaves out %s', (_name, html) => {
    expect(findReferences(html)).toEqual([])
  })

  it.each([
    ['an image', '<img src=" CID:logo%40example ">'],
    ['a background', '<td background="cid:logo@example">'],
    ['a style attribute', '<p style="background:url(cid:logo@example)">'],
    ['a style element', '<style>p{background:url("cid:logo@exa\\6dple")}</style>'],
    ['Outlook markup', '<!--[if mso]><v:fill src="cid:logo@example"/><![endif]-->'],
  ])('finds a part of the message that %s names', (_name, html) => {
    expect(findReferences(html)).toEqual(['cid:logo@example'])
  })

  it('keeps a Content-ID with invalid percent-encoding as it is', () => {
    expect(findReferences('<img src="cid:100%"><img src="cid:%ff">')).toEqual(['cid:100%', 'cid:%ff'])
  })

  it('finds references after embedded images', () => {
    const html = `<img src="data:image/png;base64,AA=="><p>;base64,<img src="data:;base64,QUE"><img src="${image}">;base64,`
    expect(findReferences(html)).toEqual([image])
  })

  it('normalises addresses as browsers do', () => {
    const html = `<img src="  HTTP://CDN.Example:80/a\n b/../c.png?q=ä#top "><img src="//cdn.example/p.png">
      <img src="http://2130706433/"><img src="http://0x7f.1/x">`
    expect(findReferences(html)).toEqual([
      'http://cdn.example/c.png?q=%C3%A4',
      'https://cdn.example/p.png',
      'http://127.0.0.1/',
      'http://127.0.0.1/x',
    ])
  })

  it('resolves relative addresses against the first base, also those before it, if that is absolute', () => {
    const html =
      '<img src="a.png"><base href="https://x.example/mail/i.html"><base href="https://y.example/">'
    expect(findReferences(html)).toEqual(['https://x.example/mail/a.png'])
    expect(findReferences('<base href="/mail/"><img src="a.png">')).toEqual([])
    expect(
      findReferences('<!--[if mso]><base href="https://x.example/"><![endif]--><img src="a.png">'),
    ).toEqual([])
  })
})

describe('a maximum number of references', () => {
  const tags = (count: number, tag: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => tag(n)).join('')

  it.each([
    ['images', (n: number) => `<img src="//x.example/${n}">`],
    ['candidates', (n: number) => `<img srcset="//x.example/${n}, //x.example/${n} 2x">`],
    ['style attributes', (n: number) => `<p style="a:url(//x.example/${n}),url(//x.example/${n})">`],
    ['style elements', (n: number) => `<style>a{b:url(//x.example/${n})}</style>`],
  ])('returns the first ones: %s', (_kind, tag) => {
    expect(findReferences(tags(9, tag), 3)).toEqual(findReferences(tags(9, tag)).slice(0, 3))
    expect(findReferences(tags(9, tag))).toHaveLength(9)
  })

  it('counts a repeated address once, and text in CSS that looks like an address not at all', () => {
    const html =
      '<p style="//x.example/a"><img src="//x.example/a"><img src="//x.example/a"><img src="//x.example/b">'
    expect(findReferences(html, 2)).toEqual(['https://x.example/a', 'https://x.example/b'])
  })
})

describe('hostile sizes', () => {
  it.each([
    ['100,000 nested elements', '<div><p>'.repeat(100_000)],
    [
      '100,000 attributes of one element',
      `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')}>`,
    ],
    ['100,000 comments that open in each other', '<!--[if mso]>'.repeat(100_000)],
    ['100,000 drawings in each other', '<svg><title>'.repeat(100_000) + '</title></desc>'.repeat(100_000)],
    ['a srcset of a million commas and blanks', `<img srcset="${' ,'.repeat(500_000)}x">`],
    ['a srcset of open parentheses', `<img srcset="${'a (,'.repeat(250_000)}">`],
    ['a style attribute of a million parentheses', `<p style="${'url('.repeat(250_000)}">`],
    ['a style of a million blocks', `<style>${'a{'.repeat(500_000)}</style>`],
    ['a million escaped urls', `<style>${'\\75rl( '.repeat(140_000)}</style>`],
    ['ten million embedded bytes', `<img src="data:image/png;base64,${'x'.repeat(10_000_000)}">`],
    ['a line of ten million characters', `<p title="${'x'.repeat(10_000_000)}">`],
  ])('reads %s in time', async (_name, html) => {
    // Quadratic time would be minutes.
    expect(await processorMsOf(() => findReferences(`${html}`))).toBeLessThan(10_000)
  })

  it('finds 10,000 images', () => {
    const html = Array.from({ length: 10_000 }, (_, i) => `<img src="http://x.example/${i}">`).join('')
    expect(findReferences(html)).toHaveLength(10_000)
  })
})

describe('what the email says of a reference', () => {
  it('is where the HTML as sent has it first: the attribute, or the address in a style sheet', () => {
    const html = `<p>\n  <img alt="x" src="${image}"><img src="${image}">\n<style>\np{a:b;\n c:url(http://x.example/s.png)}</style>
<img src="data:image/png;base64,AAAA"><!--[if mso]>\n<v:fill src="http://x.example/v.png"/><![endif]-->`
    expect(findAll(html)).toEqual([
      { url: image, dead: null, where: { line: 2, column: 16 } },
      { url: 'http://x.example/s.png', dead: null, where: { line: 5, column: 4 } },
      { url: 'http://x.example/v.png', dead: null, where: { line: 7, column: 9 } },
    ])
  })

  it('is the place of the conditional comment where line breaks of two characters shift what is in it', () => {
    const html = `<p>\r\n <!--[if mso]>\r\n<v:fill src="${image}"/><![endif]-->`
    expect(findAll(html)).toEqual([{ url: image, dead: null, where: { line: 2, column: 2 } }])
  })

  it('is why no client of ours loads it', () => {
    const html =
      '<img src="a.png"><img src=" {{hero}} "><img src="file:///x.png"><img src="#x"><img src="data:,">'
    expect(findAll(html).map(({ url, dead }) => [url, dead])).toEqual([
      ['a.png', 'relative'],
      ['{{hero}}', 'relative'],
      ['file:///x.png', 'url'],
    ])
    expect(findAll(`<img src="file:///${'x'.repeat(20_000)}">`)[0]?.url).toHaveLength(2_048)
  })
})
