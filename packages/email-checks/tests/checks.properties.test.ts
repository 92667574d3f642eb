import { findEmailClient } from '@pas/email-clients/catalogue'
import { propertyCases } from '@pas/testing/long-run'
import fc from 'fast-check'
import { arbitraryHtml } from '../../email-clients/tests/arbitrary-emails'
import { changesIn } from '../src/changes-in'
import type { WireRange } from '../src/answers'
import { noMeasurements } from '../src/measurements'
import { runChecks } from '../src/run-checks'

const emailClients = ['CHROMEGMAILNEW', 'OL2016', 'OL365DARK'].flatMap((code) => findEmailClient(code) ?? [])

const email = fc.record({
  html: arbitraryHtml,
  plainText: fc.option(fc.string({ unit: 'binary' })),
  subject: fc.option(fc.string({ unit: 'binary' })),
  header: fc.option(fc.string({ unit: 'binary' })),
})

describe('an email with any content', () => {
  it('is checked alike each time, every finding at a place of its own part, and every edit apart from the others', () => {
    fc.assert(
      fc.property(email, ({ header, ...content }) => {
        const whole = { ...content, fromAddress: null, fromDisplayName: null }
        const message =
          header === null ? null : { header, bodyTypes: ['text/html'], longestLine: { octets: 1, line: 1 } }
        const given = {
          ...whole,
          message,
          emailClients,
          changes: changesIn(whole, emailClients),
          assets: null,
          lostAssets: [],
          measurements: noMeasurements,
        }
        const answers = runChecks(given)
        expect(runChecks(given)).toEqual(answers)
        const texts = { html: content.html, text: content.plainText ?? '', headers: header ?? '' }
        const findings = answers.flatMap((answer) => answer.findings)
        expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length)
        for (const { what, description, where, fix, count } of findings) {
          expect(Math.min(what.length, description.length, count)).toBeGreaterThan(0)
          if (where) expect(stretchOf(texts[where.part], where).startsWith(where.snippet)).toBe(true)
          const offsets = (fix?.edits ?? []).map(({ where: range }) => offsetsOf(texts[range.part], range))
          const sorted = offsets.toSorted((one, other) => one.start - other.start)
          for (const [index, { start, end }] of sorted.entries()) {
            expect(end).toBeGreaterThanOrEqual(start)
            expect(start).toBeGreaterThanOrEqual(sorted[index - 1]?.end ?? 0)
          }
        }
      }),
      propertyCases,
    )
  })
})

function offsetsOf(text: string, range: WireRange): { start: number; end: number } {
  const lines = text.split('\n')
  const offset = (line: number, column: number): number =>
    lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1
  return { start: offset(range.line, range.column), end: offset(range.end_line, range.end_column) }
}

function stretchOf(text: string, range: WireRange): string {
  const { start, end } = offsetsOf(text, range)
  return text.slice(start, end)
}
