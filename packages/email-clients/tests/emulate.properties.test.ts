import fc from 'fast-check'
import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import { elementsIn } from '@pas/email-clients/emulate/html-tree'
import { parseHtml } from '@pas/email-clients/emulate/parse-html'
import { emailOf, emulateFor } from './draw-in-client'

const settings = { seed: 20_260_501, numRuns: 200 }

const tagNames =
  'p div b a img table tr td style script svg math style title iframe object template noscript select option form input main picture u pre textarea body html head base meta link frameset plaintext xmp foreignObject mtext annotation-xml o:p'.split(
    ' ',
  )
const attributes = [
  'class="a b"',
  'id=x',
  'onclick=alert(1)',
  'ONLOAD="x"',
  'href="javascript:alert(1)"',
  'href=" java\tscript:x"',
  'xlink:href="javascript:x"',
  'src="data:text/html,x"',
  'src="https://x.y/a.png"',
  'style="color:red;width:3*px"',
  'style="background:url(javascript:x)"',
  'style="}{(("',
  'http-equiv="refresh" content="0;url=javascript:x"',
  'srcdoc="<script>"',
  '"onclick="x"',
  '<b onclick=x',
]
const css = [
  '.a{color:red}',
  '@media (max-width:1px){',
  '}',
  '\\9',
  '/*',
  '*/',
  '"',
  'url(',
  '</style>',
  '<!--',
  '(',
  '[class~=a]{',
  '@import "javascript:x";',
  ';',
]
const texts = [
  'x',
  '&lt;script&gt;',
  'www.example.com',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '\0',
  '\u202e',
  '😀',
  'y'.repeat(70),
  '<',
  '</',
]

const tag = fc
  .tuple(
    fc.constantFrom(...tagNames),
    fc.array(fc.constantFrom(...attributes), { maxLength: 3 }),
    fc.constantFrom('<', '</'),
  )
  .map(([name, list, open]) => `${open}${name} ${list.join(' ')}>`)
const soup = fc
  .array(fc.oneof(tag, tag, fc.constantFrom(...texts), fc.constantFrom(...css)), { maxLength: 60 })
  .map((parts) => parts.join(''))
const html = fc.oneof(soup, soup, fc.string({ unit: 'binary', maxLength: 300 }))
const images = fc.constantFrom('allowed' as const, 'blocked' as const)

describe('whatever an email holds', () => {
  it.each(emailClients)('$code draws it, the same every time, and runs nothing of it', ({ code }) => {
    fc.assert(
      fc.property(html, fc.option(fc.string({ unit: 'binary' })), images, (body, text, shown) => {
        const email = emailOf(body, text)
        const drawn = emulateFor(code, email, { images: shown })
        expect(emulateFor(code, email, { images: shown })).toEqual(drawn)
        if (drawn.document.kind === 'html') expectHarmless(drawn.document.html)
        for (const { rule, what, source, count } of drawn.changes) {
          expect(Math.min(rule.length, what.length, source.length, count)).toBeGreaterThan(0)
        }
      }),
      settings,
    )
  })
})

/** Reads the page again, as the engine will: what counts is what a parser makes of it. */
function expectHarmless(page: string): void {
  for (const { tagName, attrs } of elementsIn(parseHtml(page))) {
    expect(['script', 'iframe', 'object', 'embed', 'base', 'template', 'form-action']).not.toContain(tagName)
    for (const { name, value } of attrs) {
      expect(name).not.toMatch(/^on|^(?:action|formaction|srcdoc|http-equiv)$/i)
      expect(value.replace(/[^!-~]/g, '')).not.toMatch(/^(?:javascript|vbscript|data:text)/i)
      expect(value).not.toMatch(/url\(["']?\s*javascript/i)
    }
  }
  expect(page.split('id="pas-message"')).toHaveLength(2)
}
