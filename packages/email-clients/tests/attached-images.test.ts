import { emailClients } from '@pas/email-clients/catalogue'
import { documentText } from '@pas/email-clients/engine/document-text'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import type { EmulateOptions } from '@pas/email-clients/engine/profile'
import { emailOf, emulateFor } from './draw-in-client'

const photo = { url: 'cid:photo@x', name: 'photo.png' }
const frozen = 'http://assets.invalid/frozen/cid%3Aphoto%40x'

function draw(code: string, content: Partial<EmailContent>, options: Partial<EmulateOptions> = {}): string {
  const { document } = emulateFor(code, { ...emailOf(null), attachedImages: [photo], ...content }, options)
  return documentText(document)
}

/**
 * Email clients whose page we build. The others are clients that really run, which get the message's parts as they are,
 * and text-only clients, which show no picture.
 */
const withPage = emailClients
  .filter(({ engine, fidelity }) => engine !== 'text' && fidelity !== 'client')
  .map(({ code }) => code)
/** One email client of each group that draws this email alike. */
const htmlClients = [
  ...new Map(
    withPage.map((code) => [draw(code, { html: '<style>p { color: red }</style><p>text' }), code]),
  ).values(),
]

describe.each(htmlClients)('a picture attached to the message, in %s', (code) => {
  it('stands below the message, even if the message leaves elements open', () => {
    const html = draw(code, { html: '<table><tr><td>text<b>' })
    expect(html.indexOf(frozen)).toBeGreaterThan(html.indexOf('text'))
    expect(html).not.toContain('cid:')
  })

  it('is shown alone if the message has neither HTML nor text', () => {
    expect(draw(code, {})).toContain(frozen)
  })

  it('is shown even below a message that is cut off', () => {
    expect(draw(code, { html: `<p>${'long text '.repeat(11_000)}</p>` })).toContain(frozen)
  })

  it('is shown if images are blocked, because nothing is fetched for it', () => {
    expect(draw(code, { plainText: 'text' }, { images: 'blocked' })).toContain(frozen)
  })
})

describe('a picture that the message itself names', () => {
  const image = '<img src="cid:photo%40x"><p style="background-image:url(cid:photo@x)">x</p>'

  it.each(htmlClients)('is the message’s own part in %s', (code) => {
    const html = draw(code, { html: image, attachedImages: [] })
    expect(html).toContain(`<img src="${frozen}"`)
    expect(html).not.toContain('cid:')
  })

  it.each(htmlClients)('never loads in %s when the message has no such part', (code) => {
    const html = draw(code, { html: image, attachedImages: [] }, { assetUrl: () => null })
    // Word shows its own box.
    expect(html).toMatch(/<img src="http:\/\/assets\.invalid\/missing"|The linked image cannot be displayed/)
    expect(html).not.toContain('cid:')
  })
})

describe('a text-only client', () => {
  it('names the pictures it cannot show', () => {
    expect(draw('PLAINTEXT', { plainText: 'text' })).toBe('text\n[photo.png]\n')
    expect(draw('PLAINTEXT', { attachedImages: [{ url: 'cid:x', name: '' }] })).toContain('[image]')
  })
})
