import { z } from 'zod'
import { settings, type ValuesOf } from './setting'

export const mailSettings = settings(['auth', 'pas'], {
  SMTP_URL: {
    schema: z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an smtp:// or smtps:// URL, such as smtp://user:password@mail.example.com:587',
      })
      .optional(),
    about:
      'The mail server. With it, people who have lost their password get a link by mail, and `pas user create --invite` and `pas user reset` mail theirs. smtp:// is refused without STARTTLS, unless the server is this machine or the URL ends in ?ignoreTLS=true; smtps:// is TLS from the start. A user and a password in the URL are percent-encoded.',
    example: 'smtp://user:password@mail.example.com:587',
    isSecret: true,
  },
  SMTP_FROM: { schema: z.string().optional(), about: 'The sender of these mails; required with SMTP_URL.', example: 'Partner Access <no-reply@example.com>' },
})

type MailValues = ValuesOf<typeof mailSettings>

export function checkMail({ SMTP_URL, SMTP_FROM }: MailValues, context: z.RefinementCtx): void {
  if (SMTP_URL === undefined || SMTP_FROM !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['SMTP_FROM'],
    message: 'is required beside SMTP_URL: the address that mails come from, such as no-reply@example.com',
  })
}

export interface MailConfig {
  smtpUrl: string
  from: string
}

export const mailConfig = ({ SMTP_URL, SMTP_FROM }: MailValues): MailConfig | null => (SMTP_URL === undefined || SMTP_FROM === undefined ? null : { smtpUrl: SMTP_URL, from: SMTP_FROM })
