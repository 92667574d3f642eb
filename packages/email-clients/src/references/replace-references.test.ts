import { replaceReferences } from './replace-references'

const known = new Map([
  ['http://x.example/dir/a.png', 'cid:a'],
  ['http://x.example/b.png', 'cid:b'],
])
const replaced = (html: string): string =>
  replaceReferences(html, 'http://x.example/dir/', (url) => known.get(url) ?? null)

describe('replacing what an email refers to', () => {
  it.each([
    ['relative to the base given', '<img src="a.png" alt=x>', '<img src="cid:a" alt=x>'],
    [
      'relative to its own base',
      '<base href="http://x.example/"><img src=b.png>',
      '<base href="http://x.example/"><img src="cid:b">',
    ],
    ['in CSS', "<p style='a:url(/b.png)'>", '<p style="a:url(&quot;cid:b&quot;)">'],
    ['in a srcset', '<img srcset="a.png 1x, c.png 2x">', '<img srcset="cid:a 1x, c.png 2x">'],
  ])('changes %s', (_name, html, result) => {
    expect(replaced(html)).toBe(result)
  })

  it('keeps every other byte', () => {
    const html = '<IMG  src=c.png><a href="a.png"><iframe src="a.png"></iframe><style>p{b:url( c.png )'
    expect(replaced(html)).toBe(html)
  })
})
