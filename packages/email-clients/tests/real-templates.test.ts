import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import { isLongRun } from '@pas/testing/long-run'
import { emailOf, emulateFor } from './draw-in-client'
import { makeLongTemplate, templates } from './real-templates/make-templates'
import { visibleText, type ConditionReader } from './real-templates/visible-text'

/** The conditional comments whose content an email client shows. */
function readerOf(code: string): ConditionReader {
  const family = findEmailClient(code)?.family
  if (family === 'word') return 'mso'
  if (family === 'notes') return 'IE'
  return code.endsWith('TONLINEDE') ? 'reads all' : null
}

/** Whether an email client ignores `display: none`: only Gmail's mobile web (caniemail css-display-none, 2020-02). */
const showsHidden = (code: string): boolean => code === 'GMAILMOBILEWEB'

/** Whether an email client clips at 102 KB. Gmail does (email-bugs 56), except with accounts of other providers, as in ANDROID6. */
const cuts = (code: string): boolean =>
  findEmailClient(code)?.family === 'gmail' && !code.endsWith('IMAP') && code !== 'ANDROID6'

function emulatedHtml(code: string, html: string): string {
  const { document } = emulateFor(code, emailOf(html))
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  return document.html
}

/** Returns one of each group of email clients that make the same HTML of a template. Their frames can differ. */
function distinctCodes(html: string): string[] {
  const codes = emailClients
    .filter(({ engine, fidelity }) => engine !== 'text' && fidelity !== 'client')
    .map(({ code }) => code)
  return [...new Map(codes.map((code) => [emulatedHtml(code, html), code])).values()]
}

/** In a short run, each template is drawn in a third of the email clients, and the next template in another third. */
const shareOf = (codes: readonly string[], template: string): string[] => {
  const turn = Object.keys(templates).indexOf(template)
  return codes.filter((_, index) => isLongRun || index % 3 === turn % 3)
}

describe('emails as template engines make them', () => {
  let codes: string[]
  beforeAll(async () => {
    codes = distinctCodes(await templates.mjml())
  })

  it.each(Object.entries(templates))(
    '%s: our rules keep all text that the real client shows, and none that it hides',
    async (name, make) => {
      const html = await make()
      for (const code of shareOf(codes, name)) {
        const text = visibleText(html, { reader: readerOf(code), showsHidden: showsHidden(code) })
        expect({ code, text: visibleText(emulatedHtml(code, html)) }).toEqual({ code, text })
      }
    },
  )

  it.each(Object.entries(templates))(
    '%s: has text for all clients, and text for some of them only',
    async (_name, make) => {
      const html = await make()
      const shown = visibleText(html)
      expect(shown.length).toBeGreaterThan(40)
      expect(visibleText(html, { reader: 'reads all', showsHidden: true }).length).toBeGreaterThan(
        shown.length,
      )
    },
  )

  it('a long one is shown to its end, or as far as Gmail does', async () => {
    const html = await makeLongTemplate()
    const text = visibleText(html)
    for (const code of shareOf(codes, 'mjml')) {
      const shown = visibleText(emulatedHtml(code, html))
      if (!cuts(code)) {
        expect({ code, shown }).toEqual({ code, shown: text })
        continue
      }
      const [start] = /^(?:Paragraph\d+ofmany\.)+/.exec(shown) ?? ['']
      expect(text.startsWith(start)).toBe(true)
      expect(start.length / text.length).toBeCloseTo((102 * 1024) / html.length, 1)
      expect(shown).not.toContain('Paragraph109')
    }
  })
})
