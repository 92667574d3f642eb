import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { placeAttribute } from '@pas/email-clients/engine/source-places'
import { isLongRun } from '@pas/testing/long-run'
import axe from 'axe-core'
import { chromium, type Browser } from 'playwright-core'
import { templates } from '../../../packages/email-clients/tests/real-templates/make-templates'
import type { TextContrast } from '@pas/email-checks/measurements'
import { sharedEngine } from './shared-engine'
import type { TestEngine } from './test-engine'

/** A part of what axe.run() resolves to: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#results-object */
interface AxeResults {
  passes: AxeRule[]
  violations: AxeRule[]
}
interface AxeRule {
  nodes: {
    html: string
    any: { data: { contrastRatio: number; fgColor: string; bgColor: string } | null }[]
  }[]
}

const codes = isLongRun
  ? ['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK', 'OL2016', 'CHROMEYAHOO']
  : ['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK']

/** The document that an email client draws, with marked places. */
function documentIn(code: string, html: string): HtmlDocument {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  const { document } = emulate(
    emailClient,
    { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    { orientation: 'vertical', images: 'allowed', assetUrl: () => null, marksPlaces: true },
  )
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  return document
}

describe('the measured contrast and that which axe computes from styles', () => {
  let engine: TestEngine
  let browser: Browser
  beforeAll(async () => {
    engine = await sharedEngine('chromium')
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '',
      chromiumSandbox: false,
    })
  })
  afterAll(() => browser.close())

  /** Axe's verdict of each element with a mark that it can tell. */
  async function verdictsOfAxe({ html, frame }: HtmlDocument): Promise<Map<string, TextContrast['verdict']>> {
    const page = await browser.newPage({
      viewport: { width: frame.width, height: frame.height },
      colorScheme: frame.colorScheme,
    })
    try {
      await page.setContent(html)
      await page.evaluate(axe.source)
      const { passes, violations } = await page.evaluate<AxeResults>(
        `axe.run({ runOnly: ['color-contrast'], resultTypes: ['passes', 'violations'] })`,
      )
      const verdicts = (rules: AxeRule[], verdict: TextContrast['verdict']) =>
        rules.flatMap(({ nodes }) => nodes.map(({ html: tag }) => [placeIn(tag), verdict] as const))
      const all = [...verdicts(passes, 'passes'), ...verdicts(violations, 'fails')]
      return new Map(all.filter((one): one is [string, TextContrast['verdict']] => one[0] !== null))
    } finally {
      await page.close()
    }
  }

  /** The mark of an element, from the start of its HTML. */
  const placeIn = (tag: string): string | null =>
    new RegExp(`^<[^>]*? ${placeAttribute}="([^"]*)"`).exec(tag)?.[1] ?? null

  it('agree for 98 of 100 texts of emails as template engines make them', async () => {
    const disagreements: unknown[] = []
    let compared = 0
    for (const [name, make] of Object.entries(templates)) {
      for (const code of codes) {
        const document = documentIn(code, await make())
        const { texts } = await engine.measureContrast(document)
        const verdicts = await verdictsOfAxe(document)
        for (const text of texts) {
          const ofAxe = verdicts.get(`${text.where?.line}:${text.where?.column}`)
          if (ofAxe === undefined || text.verdict === 'cannot-tell') continue
          compared++
          if (ofAxe !== text.verdict) disagreements.push({ name, code, ofAxe, text })
        }
      }
    }
    expect(compared).toBeGreaterThan(50)
    if (disagreements.length > compared * 0.02)
      expect({ compared, disagreements }).toEqual({ compared, disagreements: [] })
  })
})
