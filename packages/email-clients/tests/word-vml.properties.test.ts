import fc from 'fast-check'
import { unwrapOfficeElements } from '@pas/email-clients/clients/word/steps/vml/unwrap-office-elements'
import { inlineRules } from '@pas/email-clients/clients/word/steps/inline-rules'
import { wordLayout } from '@pas/email-clients/clients/word/steps/layout/word-layout'
import { wordVml } from '@pas/email-clients/clients/word/steps/vml/word-vml'
import { propertyCases } from '@pas/testing/long-run'
import { leastThreadMs } from '@pas/testing/processor-time'
import { drawWithSteps } from './draw-with-steps'

const steps = [...wordVml(2007), unwrapOfficeElements, inlineRules, ...wordLayout(2007)]

const word = fc.oneof(
  fc.constantFrom(
    ...'t f 1 -1 0 0.5 50% 32768f 9px 1e9 red none #fff url(https://x.y/a.png) #_x0000_t75 #t tile frame gradient'.split(
      ' ',
    ),
    ...'0,0 1,1 , ,, m0,0l9,9xe m@0 c 100px,200px middle absolute https://x.y/a.png data:image/gif;base64,R0 auto -5px'.split(
      ' ',
    ),
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/["<>&]/g, '')),
)
const name = fc.constantFrom(
  ...(
    'style fill filled stroke stroked fillcolor strokecolor strokeweight arcsize type src color color2 opacity aspect size ' +
    'position origin angle focus focusposition inset path coordsize coordorigin from to href id on dashstyle weight width ' +
    'height align bgcolor cellpadding class'
  ).split(' '),
)
const property = fc.constantFrom(
  ...(
    'width height position left top margin-left margin padding background border v-text-anchor rotation z-index visibility ' +
    'mso-width-percent mso-fit-shape-to-text mso-position-horizontal'
  ).split(' '),
)
const style = fc
  .array(fc.tuple(property, word), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.join(':')).join(';'))
const attribute = fc.oneof(
  fc.tuple(name, word).map(([attributeName, value]) => `${attributeName}="${value}"`),
  style.map((text) => `style="${text}"`),
)
const tagName = fc.constantFrom(
  ...(
    'v:rect v:roundrect v:oval v:shape v:shapetype v:image v:line v:group v:background v:fill v:stroke v:textbox v:imagedata v:arc ' +
    'v:x w:anchorlock o:p xml o:OfficeDocumentSettings div p td tr table a center img span'
  ).split(' '),
)
const token = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(tagName, fc.array(attribute, { maxLength: 4 }), fc.boolean())
      .map(([tag, attributes, closed]) => `<${tag} ${attributes.join(' ')}${closed ? '/' : ''}>`),
  },
  { weight: 3, arbitrary: tagName.map((tag) => `</${tag}>`) },
  { weight: 1, arbitrary: fc.constantFrom('text', '<style>td{padding:9px}.a .b{width:1px}</style>', ' ') },
)

describe('any VML at all', () => {
  it('is drawn or left out, and nothing with a prefix is left', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), fc.boolean(), (tokens, blocked) => {
        const html = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body>${tokens.join('')}</body></html>`
        const { body } = drawWithSteps(steps, html, { images: blocked ? 'blocked' : 'allowed' })
        expect(body).not.toMatch(/<\/?[a-z]+:/)
      }),
      propertyCases,
    )
  })

  it.each<[string, (size: number) => string]>([
    ['shapes that are never closed', (size) => '<v:rect style="width:9px">'.repeat(size)],
    [
      'groups in groups',
      (size) => '<v:group style="width:9px;height:9px">'.repeat(size) + '</v:group>'.repeat(size),
    ],
    ['shapes at one paragraph', (size) => '<v:rect style="position:absolute"></v:rect>x'.repeat(size)],
    [
      'rows and rules',
      (size) =>
        Array.from(
          { length: size / 4 },
          (_, at) => `<style>.a${at} td{padding:${at % 9}px}</style><table class="a${at}"><tr><td><td>`,
        ).join(''),
    ],
    [
      'backgrounds of the page',
      (size) =>
        '<div style="color:red"><v:background><v:fill type="tile" src="https://x.y/a.png"/></v:background></div>'.repeat(
          4 * size,
        ),
    ],
    [
      'one rule for all',
      (size) =>
        `<style>${'.a .b{padding:1px;width:1px}'.repeat(size / 2)}</style>${'<td class="b">'.repeat(100)}`,
    ],
  ])('costs time in proportion: %s', (_name, make) => {
    const timeOf = (size: number): number => {
      const html = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body>${make(size)}`
      return leastThreadMs(() => drawWithSteps(steps, html))
    }
    timeOf(300)
    // Quadratic time would be 64 times as long; noise and garbage collection are allowed for.
    expect(timeOf(4_000)).toBeLessThan(Math.max(timeOf(500), 10) * 30)
  })
})
