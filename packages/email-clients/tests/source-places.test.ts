import { emailClients } from '@pas/email-clients/catalogue'
import { placeAttribute, readMark } from '@pas/email-clients/engine/source-places'
import { emailOf, emulateFor } from './draw-in-client'
import { templates } from './real-templates/make-templates'

const marks = new RegExp(` ${placeAttribute}="([^"]*)"`, 'g')

/** The HTML that an email client shows; null for one that shows none, or a real one. */
function htmlIn(code: string, content: ReturnType<typeof emailOf>, marksPlaces?: boolean): string | null {
  const { document } = emulateFor(code, content, marksPlaces === undefined ? {} : { marksPlaces })
  return document.kind === 'html' ? document.html : null
}

describe('the places of elements in the HTML as sent', () => {
  it('are in the document of every email client that is asked for them, which is else the same, and in no other', async () => {
    const content = emailOf(await templates.mjml())
    for (const { code } of emailClients) {
      const plain = htmlIn(code, content)
      if (plain === null) continue
      expect({ code, isMarked: plain.includes(placeAttribute) }).toEqual({ code, isMarked: false })
      const marked = htmlIn(code, content, true) ?? ''
      expect({ code, marks: [...marked.matchAll(marks)].length }).not.toEqual({ code, marks: 0 })
      expect({ code, html: marked.replace(marks, '') }).toEqual({ code, html: plain })
    }
  })

  it.each(['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK', 'OL2016', 'APPMAIL16'])(
    'are those of the line and column where the element begins, in %s',
    (code) => {
      const html =
        '<html><body>\n<table><tr><td>\n  <p class="one">First</p> <p>Second</p></td></tr></table></body></html>'
      const marked = htmlIn(code, emailOf(html), true) ?? ''
      const [, first = ''] = new RegExp(`${placeAttribute}="([^"]*)"[^>]*>First`).exec(marked) ?? []
      const [, second = ''] = new RegExp(`${placeAttribute}="([^"]*)"[^>]*>Second`).exec(marked) ?? []
      expect([readMark(first), readMark(second)]).toEqual([
        { line: 3, column: 3 },
        { line: 3, column: 28 },
      ])
    },
  )

  it('come before a mark that the email brings itself', () => {
    const marked = htmlIn('APPMAIL16', emailOf(`<p ${placeAttribute}="7:7">text</p>`), true) ?? ''
    expect(marked).toContain(`<p ${placeAttribute}="1:1" ${placeAttribute}="7:7">`)
    expect(readMark('7:7" onclick="')).toBeNull()
  })

  it('are not there for an email without HTML', () => {
    expect(htmlIn('APPMAIL16', emailOf(null, 'A text'), true)).not.toContain(placeAttribute)
  })
})
