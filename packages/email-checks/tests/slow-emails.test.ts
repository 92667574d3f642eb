import { isLongRun } from '@pas/testing/long-run'
import { openHtml } from '../src/checked-html'
import { noMeasurements } from '../src/measurements'
import { linksToAsk } from '../src/links/links-to-ask'
import { runChecks } from '../src/run-checks'

const bytes = isLongRun ? 2_000_000 : 250_000
const repeated = (text: string): string => text.repeat(Math.floor(bytes / text.length))

/** What an expression that goes back and forth would take minutes for. */
const hostile: Readonly<Record<string, string>> = {
  'a shape of VML without an end': `<!--${repeated('<v:rect href=x ')}-->`,
  'links of nothing': repeated('<a href=#>x</a>'),
  'a link that shows a host without an end': `<a href="https://x.example">${repeated('a.')}</a>`,
  'an address of mail without an end': `<a href="mailto:${repeated('a.')}">x</a>`,
  'a number without an end': `<a href="tel:${repeated('1-')}x">x</a>`,
  'an address that is not well-formed':
    '<a href="tel:%FF">x</a><a href="mailto:%FF">x</a><a href="#%FF">x</a>',
  'placeholders without an end': repeated('{{'),
  'placeholders in an address': `<a href="${repeated('%a')}">x</a>`,
  'colour schemes': `<style>${repeated('a{color-scheme:light ')}</style>`,
  'properties without a value': `<style>${repeated('color-scheme:')}</style>`,
  'elements in one another': repeated('<div style="direction:ltr">א'),
  'headings in one another': repeated('<div role=heading>x'),
  'tables in one another': repeated('<table><tr><td>'),
  'filler before the first words': `<p hidden>x</p>${repeated('<p>\u200c</p>')}`,
  'words to unsubscribe': `<a href="https://x.example/${repeated('opt ')}">${repeated('annulla ')}</a>`,
  'one word to unsubscribe': `<a href="https://x.example/${repeated('annulla')}">${repeated('annulla')}</a>`,
  'an address that is encoded over and over': `<a href="https://x.example/${repeated('%25')}">x</a>`,
  'vague links in one another': repeated('<div><a href="https://x.example/">here</a>'),
  'links within 500 levels': `${'<span>'.repeat(500)}${'<a href=http:a>x</a>y '.repeat(20_000)}`,
  'text from right to left within 500 levels': `${`<div style="${'color:red;'.repeat(40)}">`.repeat(500)}${'<i>\u05d0</i>'.repeat(20_000)}`,
  'distinct links': Array.from(
    { length: bytes / 40 },
    (_, at) => `<a href="https://x.example/${at}">x</a>`,
  ).join(''),
  'one word': repeated('view '),
}

describe('an email that is made to be slow to check', () => {
  it.each(Object.entries(hostile))('%s takes no longer than so many bytes may', (_name, html) => {
    const before = process.cpuUsage()
    const answers = runChecks({
      html,
      plainText: html,
      subject: html,
      fromDisplayName: null,
      fromAddress: null,
      message: { header: html.slice(0, 65_536), bodyTypes: [], longestLine: { octets: 1, line: 1 } },
      emailClients: [],
      changes: [],
      assets: null,
      lostAssets: [],
      measurements: noMeasurements,
    })
    const { ask, leftAlone } = linksToAsk(openHtml(html), null, { followTrackers: false })
    // A second for each megabyte, and as much as a busy machine adds. An expression that goes back and forth needs hours.
    const { user } = process.cpuUsage(before)
    expect(user / 1_000_000).toBeLessThan(10 + bytes / 100_000)
    expect(ask.length + leftAlone.length).toBeLessThanOrEqual(1_100)
    expect(JSON.stringify(answers).length).toBeLessThan(1_000_000)
  })
})
