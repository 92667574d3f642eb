import { leastThreadMs } from '@pas/testing/processor-time'
import { elementsIn } from './html-tree'
import { headAndBody, maxTreeDepth, parseHtml } from './parse-html'
import { serializeHtml } from './serialize-html'

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

function depthOf(html: string): number {
  let depth = 0
  for (const element of elementsIn(parseHtml(html))) {
    let own = 0
    for (let node = element.parentNode; node && 'parentNode' in node; node = node.parentNode) own += 1
    depth = Math.max(depth, own)
  }
  return depth
}

describe('the bounded parser', () => {
  it('nests no deeper than browsers do and keeps the content', () => {
    const html = `${'<div>'.repeat(5_000)}deep`
    expect(depthOf(html)).toBeLessThanOrEqual(maxTreeDepth + 2)
    expect(serializeHtml(parseHtml(html))).toContain('deep')
  })

  it('drops the end tag of each start tag that it dropped', () => {
    const html = `<p id="a">${'<div>'.repeat(2_000)}${'</div>'.repeat(2_000)}</p><p id="b">after</p>`
    const { body } = headAndBody(parseHtml(html))
    expect(body.childNodes.at(-1)).toHaveProperty('attrs', [{ name: 'id', value: 'b' }])
  })

  it.each(['p', 'style', 'title', 'td'])(
    'leaves a long text in <%s> in one piece, and where it was',
    (name) => {
      const text = 'x'.repeat(50_000) + ' '.repeat(50_000) + 'é😀'.repeat(10_000)
      const html = `<table>\n<${name}>${text}</${name}></table>`
      const [element] = elementsIn(parseHtml(html)).filter(({ tagName }) => tagName === name)
      expect(element?.childNodes).toMatchObject([
        {
          value: text,
          sourceCodeLocation: { startLine: 2, endOffset: html.length - `</${name}></table>`.length },
        },
      ])
    },
  )

  it('reports tags that it drops, and nothing else', () => {
    const told: string[] = []
    parseHtml('<b>'.repeat(3_000), (what) => told.push(what))
    expect(told.length).toBeGreaterThan(0)
    parseHtml('<div>'.repeat(100), () => {
      throw new Error('nothing was cut')
    })
  })

  it.each<[string, (size: number) => string]>([
    ['nested elements', (size) => '<div>'.repeat(size)],
    ['formatting elements that are all different', (size) => many(size, (index) => `<b id=${index}>`)],
    ['attributes of one tag', (size) => `<a ${many(size, (index) => `a${index} `)}>`],
    ['elements moved out of a table', (size) => `<table>${'<b>x</b>'.repeat(size)}`],
    ['unclosed paragraphs', (size) => '<p>x'.repeat(size)],
    ['comments and no element', (size) => '<!---->'.repeat(size * 4)],
    ['one long line', (size) => 'a'.repeat(size * 10)],
  ])('stays linear in %s', (_name, make) => {
    const timeOf = (size: number): number => {
      const html = make(size)
      return leastThreadMs(() => serializeHtml(parseHtml(html)))
    }
    timeOf(1_000)
    // Quadratic time would be 64 times as long; noise and garbage collection are allowed for.
    expect(timeOf(80_000)).toBeLessThan(Math.max(timeOf(10_000), 5) * 30)
  })

  it('gives elements that are opened again attributes of their own', () => {
    const [first, second] = elementsIn(parseHtml('<p><b class="x">a<p>b')).filter(
      ({ tagName }) => tagName === 'b',
    )
    expect(first?.attrs).toEqual(second?.attrs)
    expect(first?.attrs[0]).not.toBe(second?.attrs[0])
  })

  it('has a body for a frameset and for an empty email', () => {
    expect(headAndBody(parseHtml('<frameset><frame src="x"></frameset>')).body.tagName).toBe('body')
    expect(headAndBody(parseHtml('')).body.tagName).toBe('body')
  })
})

describe('the serialiser', () => {
  it.each([
    '<p>a &amp; b &lt; c</p>',
    '<a title="&quot;x&quot; &amp;">x</a>',
    '<br><img alt="x">',
    '<pre>\n\na</pre>',
    '<textarea>&lt;/textarea&gt;</textarea>',
    '<svg viewBox="0 0 1 1"><circle r="1"></circle></svg>',
  ])('writes %s as it was sent', (html) => {
    expect(serializeHtml(parseHtml(html))).toBe(`<html><head></head><body>${html}</body></html>`)
  })

  it('lets no text close a <style>', () => {
    const document = parseHtml('<style>a{}</style>')
    const style = elementsIn(document).find(({ tagName }) => tagName === 'style')
    const text = style?.childNodes[0]
    if (text && 'value' in text) text.value = 'a{content:"</style><script>"}'
    expect(serializeHtml(document)).not.toContain('</style><script>')
  })
})
