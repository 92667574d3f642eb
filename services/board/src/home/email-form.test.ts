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
