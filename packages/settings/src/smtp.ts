import { settings, type ValuesOf } from './setting'
import { onOff, port } from './value-schemas'
import { z } from 'zod'

/** Mail that comes in. SMTP_URL is for mail that goes out. */
export const smtpSettings = settings(['api'], {
  SMTP_PORT: {
    schema: port().optional(),
    about: 'The port, at HOST, that takes mail by SMTP and shows it as an email: password an API key, user name the inbox. Nothing is sent on. Without it no mail is taken.',
    example: '8452',
  },
  SMTP_CLEAR_AUTH: {
    schema: onOff.default(false),
    about: '1 takes API keys over SMTP without STARTTLS, too, from any address: only where the port is published on loopback or within a network of your own. Without it, from loopback alone.',
  },
  SMTP_OPEN_KEY: {
    schema: z.string().optional(),
    about: 'The API key for mail from loopback that comes without AUTH; its inbox is `app`. `npm start` sets it. Without it every sender needs a key.',
    example: '',
    isSecret: true,
  },
  SMTP_PROXY_PROTOCOL: {
    schema: onOff.default(false),
    about: '1: connections to SMTP_PORT from TRUST_PROXY begin with a line of the PROXY protocol (version 1), which names the sender’s address; without one they are ended.',
  },
})

export function smtpConfig(values: ValuesOf<typeof smtpSettings>) {
  if (values.SMTP_PORT === undefined) return null
  return {
    port: values.SMTP_PORT,
    takesKeysInClear: values.SMTP_CLEAR_AUTH,
    openKey: values.SMTP_OPEN_KEY === '' ? null : (values.SMTP_OPEN_KEY ?? null),
    usesProxyProtocol: values.SMTP_PROXY_PROTOCOL,
  }
}
export type SmtpConfig = NonNullable<ReturnType<typeof smtpConfig>>
