import { emailClients } from '@pas/email-clients/catalogue'
import type { EmailContent, MessageDocument } from '@pas/email-clients/engine/emulated-document'
import type { EmulateOptions } from '@pas/email-clients/engine/profile'
import { emailOf, emulateFor } from './draw-in-client'

const frozen = (name: string): string => `http://assets.invalid/frozen/${encodeURIComponent(name)}`

function messageOf(
  code: string,
  content: EmailContent,
  options: Partial<EmulateOptions> = {},
): MessageDocument {
  const { document } = emulateFor(code, content, options)
  if (document.kind !== 'message') throw new Error(`${code} gets no message`)
  return document
}

const realClients = emailClients.filter(({ fidelity }) => fidelity === 'client').map(({ code }) => code)

describe.each(realClients)('%s, which really runs,', (code) => {
  it('gets the email as it was sent, with nothing of it filtered and nothing to report', () => {
    const html =
      '<style>@media (max-width:1px){p{position:fixed}}</style><script>1</script><form action="/x"><p onclick="2">'
    const { document, changes } = emulateFor(code, emailOf(html, 'text'))
    expect(changes).toEqual([])
    expect(document).toMatchObject({ kind: 'message', content: { plainText: 'text' } })
    const sent = messageOf(code, emailOf(html)).content.html
    for (const part of ['@media (max-width:1px)', '<script>1', '<form action', 'onclick="2"'])
      expect(sent).toContain(part)
  })

  it('fetches frozen copies, and nothing if there is none', () => {
    const html = `<img src="https://a.example/x.png?a=1&amp;b=2"><p style="background:url('https://a.example/y')">
      <!--[if mso]><v:fill src="https://a.example/z"><![endif]--><link rel="stylesheet" href="//a.example/s.css">`
    const drawn = messageOf(code, emailOf(html)).content.html ?? ''
    expect(drawn).toContain(`src="${frozen('https://a.example/x.png?a=1&b=2')}"`)
    expect(drawn).not.toContain('//a.example')
    const dead = messageOf(code, emailOf(html), { assetUrl: () => null }).content.html ?? ''
    expect(dead.match(/http:\/\/assets\.invalid\/missing/g)).toHaveLength(4)
  })

  it('gets the addresses of parts of the message as they were sent', () => {
    const html = '<img src="cid:logo%20one@x">'
    const { content } = messageOf(code, emailOf(html), { assetUrl: () => null })
    expect(content.html).toContain('src="cid:logo%20one@x"')
  })

  it.each([
    ['multipart', /signature does not fit/],
    ['cms', /signed bytes are kept/],
  ] as const)('reports what becomes of a signature around pictures of the web: %s', (signature, what) => {
    const changesOf = (html: string) => emulateFor(code, { ...emailOf(html), signature }).changes
    expect(changesOf('<img src="https://a.example/x">')).toMatchObject([
      { rule: 'signed-content', what: expect.stringMatching(what) as string, count: 1 },
    ])
    expect(changesOf('<img src="cid:x">')).toEqual([])
  })

  it('gets a message without HTML as its text', () => {
    expect(messageOf(code, emailOf(' ', 'text')).content).toMatchObject({ html: null, plainText: 'text' })
  })

  it('gets the setting of its switch for remote images', () => {
    expect(messageOf(code, emailOf('x'), { images: 'blocked' }).images).toBe('blocked')
  })
})

describe('a text browser', () => {
  it.each(['W3M', 'LYNX'])('%s gets the HTML with its addresses, and no active content', (code) => {
    const { document, changes } = emulateFor(
      code,
      emailOf(
        '<script>1</script><iframe src="https://a.example/f"></iframe><a href="https://a.example/">x</a>',
      ),
    )
    expect(document).toMatchObject({
      kind: 'browsed',
      columns: 80,
      html: expect.stringMatching(/<a href="https:\/\/a\.example\/">x<\/a>/) as string,
    })
    expect(JSON.stringify(document)).not.toMatch(/script|iframe/)
    expect(changes.map(({ rule }) => rule)).toContain('active-content')
  })

  it.each(['W3M', 'LYNX'])('%s is not used for a message without HTML', (code) => {
    expect(emulateFor(code, emailOf(null, 'Hello')).document).toMatchObject({ kind: 'text', text: 'Hello\n' })
  })
})
