import { checkMail, mailConfig, mailSettings } from '@pas/settings/mail'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { mailbox } from './mailbox'

const schema = variablesOf('auth', mailSettings, { SMTP_FROM: mailbox.optional() }).superRefine(checkMail)
const read = (env: Record<string, string>) => mailConfig(parseConfig(schema, env))

describe('the mail variables', () => {
  it('are optional together', () => {
    expect(read({})).toBeNull()
    expect(read({ SMTP_FROM: 'no-reply@example.com' })).toBeNull()
    const smtpUrl = 'smtps://user:pass%40word@mail.example.com'
    for (const from of ['no-reply@example.com', 'Partner Access <no-reply@example.com>'])
      expect(read({ SMTP_URL: smtpUrl, SMTP_FROM: from })).toEqual({ smtpUrl, from })
  })

  it('are refused by name', () => {
    const server = { SMTP_URL: 'smtp://mail.example.com' }
    expect(() => read(server)).toThrow('SMTP_FROM: is required beside SMTP_URL')
    for (const SMTP_FROM of ['no address', 'a@example.com, b@example.com', 'Name <>'])
      expect(() => read({ ...server, SMTP_FROM })).toThrow('SMTP_FROM: must be one address')
    for (const SMTP_URL of ['mail.example.com', 'https://mail.example.com'])
      expect(() => read({ SMTP_URL, SMTP_FROM: 'a@example.com' })).toThrow('SMTP_URL: must be an smtp://')
  })
})
