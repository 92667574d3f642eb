import addressParser from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** One mailbox (RFC 5322 §3.4): `no-reply@example.com`, or with a name, `Partner Access <no-reply@example.com>`. */
const mailbox = z.string().refine((text) => {
  const [address, ...others] = addressParser(text)
  return others.length === 0 && z.email().safeParse(address?.address).success
}, 'must be one address, such as no-reply@example.com or "Partner Access <no-reply@example.com>"')

/** The variables that say how mail is sent; spread into a schema, with `checkMailVariables`. */
export const mailVariables = {
  /** The mail server, to which user name and password may be given in the URL. Without it nothing is mailed. */
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an smtp:// or smtps:// URL, such as smtp://user:password@mail.example.com:587',
    })
    .optional(),
  /** The sender of every mail. */
  SMTP_FROM: mailbox.optional(),
}

type MailVariables = z.output<z.ZodObject<typeof mailVariables>>

/** How mail is sent. */
export interface MailConfig {
  smtpUrl: string
  from: string
}

/** Refuses SMTP_URL without SMTP_FROM. For a schema's `superRefine`. */
export function checkMailVariables({ SMTP_URL, SMTP_FROM }: MailVariables, context: z.RefinementCtx): void {
  if (SMTP_URL === undefined || SMTP_FROM !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['SMTP_FROM'],
    message: 'is required beside SMTP_URL: the address that mails come from, such as no-reply@example.com',
  })
}

/** The part of a parsed environment that says how mail is sent; null without a mail server. */
export const mailConfig = ({ SMTP_URL, SMTP_FROM }: MailVariables): MailConfig | null =>
  SMTP_URL === undefined || SMTP_FROM === undefined ? null : { smtpUrl: SMTP_URL, from: SMTP_FROM }
