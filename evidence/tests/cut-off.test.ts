import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun } from '@pas/testing/long-run'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import fc from 'fast-check'
import sharp from 'sharp'
import { documentIn } from '../../services/render-worker/tests/document-in'
import { textBelowEnd } from '../cut-off/text-below-end'
import { startDrawer, type Drawer } from '../fidelity/drawer'

const style = fc.constantFrom(
  'float:left;width:300px',
  'float:right;width:50%',
  'height:40px',
  'margin-bottom:-100px',
  'position:relative;top:300px',
  'display:inline-block;width:45%;vertical-align:top',
  'overflow:hidden',
  'line-height:0.7',
  'padding:20px',
  '',
)
/** A block of lines with `inside` at its end. */
const blockOf = (inside: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      tag: fc.constantFrom(
        { open: '<div', close: '</div>' },
        { open: '<p', close: '</p>' },
        { open: '<table align="left" width="320"', close: '</table>' },
        { open: '<table width="100%"', close: '</table>' },
      ),
      style,
      lines: fc.integer({ min: 1, max: 25 }),
      inside,
    })
    .map(({ tag: { open, close }, style, lines, inside }) => {
      const content = `${'One line.<br>'.repeat(lines)}${inside}`
      return `${open} style="${style}">${close === '</table>' ? `<tr><td>${content}</td></tr>` : content}${close}`
    })
const block = blockOf(fc.oneof(fc.constant(''), blockOf(fc.constant(''))))
const email = fc
  .array(block, { minLength: 1, maxLength: 3 })
  .map((blocks) => `<!DOCTYPE html><body style="margin:0">${blocks.join('')}`)

/** An email in an outermost table that floats, as juice writes one for `float:left`. */
const floating = `<!DOCTYPE html><body><table align="left" width="600"><tr><td>${'<p>One line.</p>'.repeat(20)}</td></tr></table>`

describe.each(['chromium', 'webkit'] as const)('a picture of %s', (engine) => {
  const codes = {
    chromium: ['CHROMEGMAILNEW', 'CHROMEYAHOO', 'OL365'],
    webkit: ['GMAILIOS26', 'OUTLOOKIOS26', 'IPHONE17'],
  }[engine]

  describeWithEngine(engine, 'in its email clients', () => {
    let drawer: Drawer
    let folder: TestFolder
    beforeAll(async () => {
      folder = await createTestFolder()
      drawer = await startDrawer({ engine, assets: [], frames: [], stateFolder: folder.path })
    })
    afterAll(async () => {
      await drawer.close()
      await folder.close()
    })

    it.each(codes)('shows the whole of an outermost table that floats: %s', async (code) => {
      const [drawn, plain] = await Promise.all(
        [floating, floating.replace(' align="left"', '')].map(async (html) =>
          sharp(await drawer.png(documentIn(code, html))).metadata(),
        ),
      )
      // Less only by the margin of a body, which floats go beyond.
      expect(drawn?.height).toBeGreaterThan(0.95 * (plain?.height ?? Infinity))
    })

    it.each(codes)('never ends above its last visible text: %s', async (code) => {
      await fc.assert(
        fc.asyncProperty(email, async (html) => {
          expect(await textBelowEnd((document) => drawer.png(document), documentIn(code, html))).toBe(0)
        }),
        {
          ...(isLongRun ? { numRuns: 100 } : { seed: 20_261_128, numRuns: 4 }),
          examples: [[floating]],
          endOnFailure: true,
        },
      )
    })
  })
})
