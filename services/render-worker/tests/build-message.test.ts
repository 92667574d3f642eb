import type { EmailContent, MessageDocument } from '@pas/email-clients/engine/emulated-document'
import PostalMime, { type Email } from 'postal-mime'
import { buildMessage } from '../src/build-message'
import type { InlinePart } from '../src/load-email'

const document = (content: Partial<EmailContent>): MessageDocument => ({
  kind: 'message',
  content: {
    html: null,
    plainText: null,
    subject: null,
    fromAddress: null,
    fromDisplayName: null,
    ...content,
  },
  frame: { width: 800, height: 900, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
  images: 'blocked',
})
const part = (url: string, body: string | null): InlinePart => ({
  url,
  contentType: 'image/png',
  readBody: () => Promise.resolve(body === null ? null : Buffer.from(body)),
})
const read = async (content: Partial<EmailContent>, parts: InlinePart[] = []): Promise<Email> =>
  PostalMime.parse((await buildMessage(document(content), parts)).source)

describe('the message that a real client gets', () => {
  it('has the email’s text, HTML, subject and sender', async () => {
    const email = await read({
      html: '<p>Grüße 🌲</p>',
      plainText: 'Grüße',
      subject: 'Über\r\nBcc: all@example.com',
      fromAddress: 'news@example.com',
      fromDisplayName: 'Fern & Field, "Ltd"',
    })
    expect(email.html?.trim()).toBe('<p>Grüße 🌲</p>')
    expect(email.text?.trim()).toBe('Grüße')
    expect(email.from).toEqual({ address: 'news@example.com', name: 'Fern & Field, "Ltd"' })
    expect(email.bcc).toBeUndefined()
    expect(email.subject).toContain('Über')
  })

  it('has what its HTML names as related parts, and attached pictures as attachments', async () => {
    const email = await read(
      { html: '<img src="cid:logo@x">', attachedImages: [{ url: 'cid:0@message.invalid', name: 'cat.png' }] },
      [part('cid:logo@x', 'logo'), part('cid:0@message.invalid', 'cat'), part('cid:gone', null)],
    )
    expect(
      email.attachments.map(({ contentId, disposition, filename, content }) => [
        contentId ?? filename,
        disposition,
        Buffer.from(content as ArrayBuffer).toString(),
      ]),
    ).toEqual([
      ['<logo@x>', 'inline', 'logo'],
      ['cat.png', 'attachment', 'cat'],
    ])
  })

  it('is built of an empty email, too', async () => {
    expect((await read({})).from?.address).toBe('sender@message.invalid')
  })

  it('is the same bytes every time', async () => {
    const build = () => buildMessage(document({ html: 'x', plainText: 'y' }), [part('cid:a', 'a')])
    expect((await build()).source.equals((await build()).source)).toBe(true)
  })

  it('carries the images setting', async () => {
    expect(await buildMessage(document({}), [])).toMatchObject({ kind: 'message', images: 'blocked' })
  })
})
