import { FormProblem, readEmailContent } from './email-form'

const message = (type: string, text: string): string =>
  `Subject: x\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`
const pasted = (source: string): ReturnType<typeof readEmailContent> =>
  readEmailContent({ source }, undefined)

describe('a message that was pasted', () => {
  it('is sent as its bytes in UTF-8, or in the charset of which it has only characters', () => {
    const utf8 = message('text/plain; charset=utf-8', 'Grüße, 日本語')
    expect(pasted(utf8)).toEqual({ raw_source: Buffer.from(utf8).toString('latin1') })
    const latin = message('text/plain; charset=iso-8859-1', 'Grüße')
    expect(pasted(latin)).toEqual({ raw_source: latin })
  })

  it('is refused when its text would be misread in the charset that it names', () => {
    for (const type of ['text/plain; charset="windows-1252"', 'multipart/mixed;\r\n\tcharset=koi8-r'])
      expect(() => pasted(message(type, '“Grüße”'))).toThrow(FormProblem)
    const quoted = message('text/html; charset=utf-8', ' <meta content="text/html; charset=3Dutf-8"> – ')
    expect(pasted(quoted)).toHaveProperty('raw_source')
  })
})

describe('what is no email', () => {
  const refused = (source: string, name?: string, bytes = Buffer.from(source)): string => {
    try {
      readEmailContent(
        { source: name === undefined ? source : '' },
        name === undefined ? undefined : { name, bytes },
      )
    } catch (error) {
      if (error instanceof FormProblem) return error.textIn('en')
      throw error
    }
    return ''
  }
  const compoundFile = Buffer.from('d0cf11e0a1b11ae100000000', 'hex')

  it.each([
    ['MJML', refused('<!-- a -->\n<mjml><mj-body></mj-body></mjml>'), /^This is MJML\. Compile it first/],
    ['MJML in a file', refused('<mjml>', 'a.mjml'), /^This is MJML\. Compile it first/],
    [
      'an address',
      refused(' https://example.com/newsletter?id=1\n'),
      /^This is an address\. Paste what is behind/,
    ],
    ['an address without a scheme', refused('www.example.com/a'), /^This is an address/],
    [
      'a message of Outlook',
      refused('', 'a.msg', compoundFile),
      /^This is a \.msg, .* save the message as \.eml/,
    ],
    ['a message of Outlook by another name', refused('', 'a.eml', compoundFile), /^This is a \.msg/],
    ['words', refused('Hello https://example.com/'), /^There is no HTML/],
  ])('is refused with what to do: %s', (_what, text, expected) => {
    expect(text).toMatch(expected)
  })

  it('is not a message that is only called .msg, and no HTML that speaks of MJML', () => {
    expect(refused('', 'a.msg', Buffer.from(message('text/plain', 'Hello')))).toBe('')
    expect(refused('<p>Write &lt;mjml&gt; at https://example.com/</p>')).toBe('')
  })
})
