import fc from 'fast-check'
import { emailClients, emulatedLike } from '@pas/email-clients/catalogue'
import { elementsIn } from '@pas/email-clients/engine/html-tree'
import { parseHtml } from '@pas/email-clients/engine/parse-html'
import { messageSelector } from '@pas/email-clients/engine/put-into-page'
import { findReferences } from '@pas/email-clients/references/find-references'
import { isLongRun, propertyCases } from '@pas/testing/long-run'
import { arbitraryHtml } from './arbitrary-emails'
import { emailOf, emulateFor } from './draw-in-client'

/** Number of cases, divided among the different profiles. */
const cases = isLongRun ? 50_000 : 1_000

/** One client of each different profile. */
const distinct = [...new Set(emailClients.map(emulatedLike))]

const settings = { ...propertyCases, numRuns: Math.ceil(cases / distinct.length) }

const email = fc.record({
  html: arbitraryHtml,
  text: fc.option(fc.string({ unit: 'binary' })),
  images: fc.constantFrom('allowed' as const, 'blocked' as const),
  orientation: fc.constantFrom('vertical' as const, 'horizontal' as const),
})

describe('an email with any content', () => {
  it.each(distinct)('is drawn by %s, alike each time, without anything that runs', (code) => {
    fc.assert(
      fc.property(email, ({ html, text, ...options }) => {
        const drawn = emulateFor(code, emailOf(html, text), options)
        expect(emulateFor(code, emailOf(html, text), options)).toEqual(drawn)
        const { document, changes } = drawn
        if (document.kind === 'html') expectHarmless(document.html)
        if (document.kind === 'html' && document.captureSelector === messageSelector) {
          expect(document.html).toContain(` id="${messageSelector.slice(1)}"`)
        }
        for (const { rule, what, source, count } of changes) {
          expect(Math.min(rule.length, what.length, source.length, count)).toBeGreaterThan(0)
        }
      }),
      settings,
    )
  })
})

/** Attributes that a browser reads as an address, or that an animation writes into one; any other holds plain text. */
const addresses =
  /^(?:(?:xlink:)?href|src|srcset|poster|background|data|cite|longdesc|ping|profile|codebase|classid|manifest|dynsrc|lowsrc|usemap|from|to|by|values)$/i

/** Parses the page again, as the engine will, because a parser can find more in it than the serializer wrote. */
function expectHarmless(page: string): void {
  for (const { url, dead } of findReferences(page))
    if (dead === null) expect(url).toMatch(/^http:\/\/assets\.invalid\//)
  for (const { tagName, attrs } of elementsIn(parseHtml(page))) {
    expect(['script', 'iframe', 'object', 'embed', 'base', 'template']).not.toContain(tagName)
    for (const { name, value } of attrs) {
      // The attribute `on` is VML's switch, and no event's handler.
      expect(name).not.toMatch(/^on.|^(?:action|formaction|srcdoc|http-equiv)$/i)
      if (addresses.test(name))
        expect(value.replace(/[^!-~]/g, '')).not.toMatch(/^(?:javascript:|vbscript:|data:text)/i)
      if (/^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker)/.test(name))
        expect(withoutTexts(value)).not.toMatch(/url\(\s*(?:["']\s*)?javascript\s*[:\\]/i)
    }
  }
}

/** A style without the strings in it that are no address: what looks like one there is text to a browser. */
const withoutTexts = (style: string): string =>
  style.replace(/(url\(\s*)?("[^"]*"|'[^']*')/gi, (all, address: string | undefined) => (address ? all : ''))
