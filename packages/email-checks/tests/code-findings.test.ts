import { popularEmailClients } from '@pas/settings/default-email-clients'
import { changesIn } from '../src/changes-in'
import { noMeasurements } from '../src/measurements'
import { emailOf, findingsOf } from './corpus'

/** Of what email clients change in the HTML. */
const changedIn = (body: string) =>
  findingsOf(emailOf(`<!doctype html><html lang="en"><body>${body}</body></html>`)).filter(({ rule }) =>
    rule.startsWith('code/'),
  )

describe('code/*', () => {
  it('is one finding for all that one remedy mends, with each element as a part', () => {
    const table = (style: string) =>
      `<table role="presentation"><tr><td style="${style}">Coffee</td></tr></table>`
    const findings = changedIn(
      [table('padding-top: 2rem'), table('padding-bottom: 1.5rem'), table('border-radius: 9px')].join('\n'),
    )
    const rem = findings.filter(({ description }) => description.includes('`px`'))
    expect(rem).toMatchObject([
      {
        count: 2,
        what: 'td',
        places: [{ line: 1 }, { line: 2 }],
        parts: [{ what: 'padding-top: 2rem' }, { what: 'padding-bottom: 1.5rem' }],
      },
    ])
    expect(rem[0]?.clients).toContain('OL365')
    expect(findings.filter(({ description }) => description.includes('border-radius'))).toMatchObject([
      { count: 1, places: [{ line: 3 }] },
    ])
  })

  it('keeps its fingerprint while one of several places is mended, or the places move', () => {
    const [one, other] = [
      '<table role="presentation"><tr><td style="padding-top:2rem">A</td></tr></table>',
      '<table role="presentation"><tr><td style="padding-bottom:1.5rem">B</td></tr></table>',
    ]
    const inRem = (body: string) => changedIn(body).filter(({ description }) => description.includes('`px`'))
    const [before, after] = [inRem(`${one}\n${other}`), inRem(`<p>Hello</p>\n\n${other}`)]
    expect(before).toMatchObject([{ what: 'td', count: 2 }])
    expect(after).toMatchObject([{ what: 'td', count: 1, fingerprint: before[0]?.fingerprint }])
  })

  it('tells what Outlook makes of a picture’s own size', () => {
    const findings = changedIn('<img src="https://shop.example/1.png" alt="Beans" width="100%">')
    expect(findings.map(({ rule }) => rule)).toContain('code/image-percentage-of-file')
  })

  it('counts what is no element where it is written, and no paragraph of a stray end tag', () => {
    const countsOf = (body: string) => changedIn(body).map(({ rule, what, count }) => [rule, what, count])
    expect(
      countsOf('<p>It&apos;s, it&apos;s</p>\n<p>Don&apos;t, can&apos;t, won&apos;t &check;</p>'),
    ).toEqual([
      ['code/entity-unknown', '&apos;', 5],
      ['code/entity-unknown', '&check;', 1],
      ['code/no-text-part', 'text made from the HTML part', 1],
    ])
    expect(countsOf('<p></p><div>A</p>B</p></div>\n</p>')).toContainEqual([
      'code/empty-paragraph-dropped',
      'p',
      1,
    ])
  })

  it('is a warning for the box-sizing of a cell and for a menu of check boxes where the email was measured', () => {
    const seen = (html: string, basis: 'measured_here' | 'measured_elsewhere'): string[] => {
      const email = emailOf(`<!doctype html><html lang="en"><body>${html}</body></html>`)
      const changes = changesIn(email, email.emailClients).map((change) => ({ ...change, basis }))
      return findingsOf({ ...email, changes })
        .filter(({ parts }) => parts.some(({ what }) => /^box-sizing$|:checked/.test(what)))
        .map(({ severity }) => severity)
    }
    const cell = `<table role="presentation"><tr><td style="box-sizing:border-box;width:99px;padding:40px">Tea</table>`
    const menu = `<style>.m{display:none} #o:checked ~ .m{display:block}</style><input type="radio" id="o" checked><p class="m">Tea</p>`
    for (const html of [cell, menu]) {
      expect(seen(html, 'measured_elsewhere')).toEqual(['note'])
      expect(seen(html, 'measured_here')).toEqual(['warning'])
    }
  })

  it('is a warning for what is seen elsewhere, and a note where the email was measured and nothing was proved', () => {
    const html = '<!doctype html><html lang="en"><body><p style="letter-spacing:2px">Coffee</p></body></html>'
    const email = emailOf(html)
    const severityIn = (measured: readonly string[]) => {
      const result = new Map(measured.map((code) => [code, { changes: [], unknown: 1 }]))
      const effects = { status: 'done', description: null, result } as const
      const changes = changesIn(email, email.emailClients).map((change) => ({
        ...change,
        basis: 'measured_elsewhere' as const,
      }))
      const measurements = { ...noMeasurements, effects }
      return findingsOf({ ...email, changes, measurements })
        .filter(({ parts }) => parts.some(({ what }) => what === 'letter-spacing'))
        .map(({ severity }) => severity)
    }
    expect(severityIn([])).toEqual(['warning'])
    expect(severityIn(['OL365'])).toEqual(['warning'])
    expect(severityIn(popularEmailClients)).toEqual(['note'])
  })

  it('is a note for what differs in corners alone, and for dark styles; a warning if one email client shows more', () => {
    const body = '<table><tr><td style="background:#369;border-radius:9px">Coffee</td></tr></table>'
    const email = emailOf(`<!doctype html><html lang="en"><body>${body}</body></html>`)
    const severityOf = (slightIn: readonly string[]) => {
      const changes = email.changes?.map((change) => ({
        ...change,
        basis: 'measured_here' as const,
        minorIn: change.clients.filter((code) => slightIn.includes(code)),
      }))
      return findingsOf({ ...email, changes: changes ?? null }).find(({ parts }) =>
        parts.some(({ what }) => what === 'border-radius'),
      )?.severity
    }
    expect(severityOf([])).toBe('warning')
    expect(severityOf(['OL365'])).toBe('warning')
    expect(severityOf(['OL365', 'OL365DARK'])).toBe('note')

    const dark = '<style>@media (prefers-color-scheme: dark) { p { color: #fff } }</style>'
    const html = `<!doctype html><html lang="en"><head>${dark}</head><body><p>Coffee</p></body></html>`
    const ofQuery = findingsOf(emailOf(html)).filter(({ rule }) => rule === 'code/media-query-unsupported')
    expect(ofQuery).toMatchObject([{ severity: 'note' }])
  })

  it('is a note for media queries in Word, but a warning where the email looks different without them', () => {
    const style = '<style>@media screen { p { color: #369 } }</style>'
    const email = emailOf(
      `<!doctype html><html lang="en"><head>${style}</head><body><p>Coffee</p></body></html>`,
    )
    const severityOf = (basis: 'measured_elsewhere' | 'measured_here') => {
      const changes = email.changes?.map((change) => ({ ...change, basis }))
      return findingsOf({ ...email, changes: changes ?? null }).find(({ parts }) =>
        parts.some(({ what }) => what === '@media'),
      )?.severity
    }
    expect([severityOf('measured_elsewhere'), severityOf('measured_here')]).toEqual(['note', 'warning'])
  })

  it('is a note for a block whose width Outlook does not have, around a table that only Outlook sees', () => {
    const severityOf = (inside: string) =>
      changedIn(`<div style="max-width:600px;margin:0 auto">${inside}</div>`).find(({ parts }) =>
        parts.some(({ what }) => what === 'max-width on <div>'),
      )?.severity
    const ghost = '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->'
    expect(severityOf('<p>Coffee</p>')).toBe('warning')
    expect(severityOf(`${ghost}<p>Coffee</p><!--[if mso]></td></tr></table><![endif]-->`)).toBe('note')
  })
})
