import fc from 'fast-check'
import { elementsIn, textOf } from '@pas/email-clients/engine/html-tree'
import { parseHtml } from '@pas/email-clients/engine/parse-html'
import { isLongRun, propertyCases } from '@pas/testing/long-run'
import { drawIn } from './draw-in-client'

const clients = 'OL2007 OL2013DPI120 OL2016 OL2019 OL365DARK WINDOWS10MAIL'.split(' ')
const settings = { ...propertyCases, numRuns: isLongRun ? 2_000 : 40 }

const tagNames = 'p div h1 h3 blockquote ul ol li table span a center pre dl dd font b'.split(' ')
const attributes = [
  '',
  'style="position:absolute;left:-99px;top:0"',
  'style="margin:-30px -20px"',
  'style="border:3px dashed red;padding:9px 5%;background:#eee"',
  'style="margin:9px auto 2em 10%;background:#eee"',
  'style="border-left:20px solid;padding:1em"',
  'style="list-style:none;margin-left:0"',
  'style="mso-line-height-rule:exactly;line-height:9px;font-size:13px"',
  'style="line-height:0;font:15px/1px Georgia"',
  'align=left style="mso-table-lspace:9pt"',
  'align=right border=1 cellspacing=0',
  'start=0 type=i',
  'value=-7 dir=rtl',
]
/** Writes HTML in which each text is a different word, so that a missing or doubled one is noticed. */
type Write = (next: () => string) => string
const tree = fc.letrec<{ node: Write }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constant<Write>((next) => next()),
    fc.constant<Write>((next) => `${next()}<img height=90 src="https://a.b/c.png">${next()}`),
    fc
      .tuple(
        fc.constantFrom(...tagNames),
        fc.constantFrom(...attributes),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([tagName, attribute, inside]) => (next: () => string) => {
        const texts = inside.map((write) => write(next))
        const content =
          tagName === 'table'
            ? `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}<td></td></tr>`
            : texts.join(' ')
        return `<${tagName} ${attribute}>${content}</${tagName}>`
      }),
  ),
})).node

const email = fc
  .tuple(fc.array(tree, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([nodes, cuts]) => {
    let words = 0
    const html = nodes.map((write) => write(() => `w${++words}`)).join('\n')
    // Each mutation inserts an end tag without a start tag.
    return cuts.reduce((text, at) => {
      const place = text.indexOf('>', at % text.length) + 1
      return `${text.slice(0, place)}</${tagNames[at % tagNames.length] ?? 'p'}>${text.slice(place)}`
    }, html)
  })

/** The words in a document's texts, sorted. */
function wordsIn(html: string): string[] {
  const document = parseHtml(html)
  const texts: string[] = []
  const parents = new Set(
    elementsIn(document).filter(({ tagName }) => tagName !== 'style' && tagName !== 'title'),
  )
  for (const element of parents) texts.push(...(textOf(element).match(/\bw\d+\b/g) ?? []))
  return texts.sort()
}

describe('the text of an email', () => {
  it.each(clients)('is complete in %s, in elements of any kind', (code) => {
    fc.assert(
      fc.property(email, (html) => {
        const { page } = drawIn(code, html)
        expect(wordsIn(page)).toEqual(wordsIn(html))
      }),
      settings,
    )
  })
})
