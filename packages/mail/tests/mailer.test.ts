import { freePort } from '@pas/testing/free-port'
import { startMailServer, type MailServer } from '@pas/testing/mail-server'
import { createMailer } from '../src/mailer'

const mail = { to: 'ada@example.test', subject: 'Hello', text: 'a secret link', html: '<p>a secret link</p>' }
const from = 'no-reply@example.test'

describe('createMailer', () => {
  let mailServer: MailServer

  beforeAll(async () => {
    mailServer = await startMailServer()
  })
  afterAll(() => mailServer.close())

  it('sends no mail in clear text, but to a mail server of this machine or one whose URL says so', async () => {
    // On Linux this address is the machine itself, too, but it is not known as loopback.
    const elsewhere = mailServer.url.replace('127.0.0.1', '0.0.0.0')
    await expect(createMailer({ smtpUrl: elsewhere, from }).send(mail)).rejects.toMatchObject({
      name: 'MailNotSentError',
      isFinal: false,
      message: expect.stringContaining('no TLS connection') as string,
    })
    expect(mailServer.mails).toEqual([])
    await createMailer({ smtpUrl: `${elsewhere}?ignoreTLS=true`, from }).send(mail)
    await createMailer({ smtpUrl: mailServer.url, from }).send(mail)
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[mail.to], [mail.to]])
  })

  it.each([
    [550, true],
    [451, false],
  ])(
    'tells a refusal for good from one for now, without the words of the mail server: %i',
    async (status, isFinal) => {
      mailServer.refusal = status
      await expect(createMailer({ smtpUrl: mailServer.url, from }).send(mail)).rejects.toMatchObject({
        isFinal,
        message: `the mail server refuses the sender or the recipient (SMTP status ${status})`,
      })
      mailServer.refusal = null
    },
  )

  it('says that nobody answers', async () => {
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`
    await expect(createMailer({ smtpUrl, from }).send(mail)).rejects.toMatchObject({
      isFinal: false,
      message: 'the mail server cannot be reached',
    })
  })
})
