import type { HostAndPort } from '@pas/settings/value-schemas'

export interface Recipe {
  name: string
  /** Where it is written; the same in every language. */
  file: string
  code: string
}

/** Stands for the API key, which no page has. */
const keyPlaceholder = 'YOUR_API_KEY'

/** Mail to this machine needs no TLS. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** How applications send into an inbox. `inbox` is of `a-z0-9._-`, so it needs no quoting anywhere. */
export function recipesFor({ host, port }: HostAndPort, inbox: string): Recipe[] {
  const isEncrypted = !isLoopback(host)
  const lines = (...all: (string | false)[]): string => all.filter((line) => line !== false).join('\n')
  return [
    {
      name: 'Nodemailer',
      file: 'JavaScript',
      code: lines(
        'const transport = nodemailer.createTransport({',
        `  host: '${host}',`,
        `  port: ${port},`,
        isEncrypted ? '  requireTLS: true,' : '  ignoreTLS: true,',
        `  auth: { user: '${inbox}', pass: '${keyPlaceholder}' },`,
        '})',
      ),
    },
    {
      name: 'Django',
      file: 'settings.py',
      code: lines(
        `EMAIL_HOST = '${host}'`,
        `EMAIL_PORT = ${port}`,
        `EMAIL_HOST_USER = '${inbox}'`,
        `EMAIL_HOST_PASSWORD = '${keyPlaceholder}'`,
        isEncrypted && 'EMAIL_USE_TLS = True',
      ),
    },
    {
      name: 'Laravel',
      file: '.env',
      // Its mailer takes STARTTLS wherever it is offered, and then refuses a certificate of this machine's own. Only newer
      // ones know `auto_tls`.
      code: isEncrypted
        ? lines(
            'MAIL_MAILER=smtp',
            `MAIL_HOST=${host}`,
            `MAIL_PORT=${port}`,
            `MAIL_USERNAME=${inbox}`,
            `MAIL_PASSWORD=${keyPlaceholder}`,
          )
        : lines(
            'MAIL_MAILER=smtp',
            `MAIL_URL="smtp://${inbox}:${keyPlaceholder}@${inUrl(host)}:${port}?verify_peer=0"`,
          ),
    },
    {
      name: 'Spring',
      file: 'application.properties',
      code: lines(
        `spring.mail.host=${host}`,
        `spring.mail.port=${port}`,
        `spring.mail.username=${inbox}`,
        `spring.mail.password=${keyPlaceholder}`,
        'spring.mail.properties.mail.smtp.auth=true',
        isEncrypted && 'spring.mail.properties.mail.smtp.starttls.required=true',
      ),
    },
    {
      name: 'Mailpit',
      file: 'mailpit.env',
      code: lines(
        `MP_SMTP_FORWARD_HOST=${host}`,
        `MP_SMTP_FORWARD_PORT=${port}`,
        isEncrypted && 'MP_SMTP_FORWARD_STARTTLS=true',
        'MP_SMTP_FORWARD_AUTH=plain',
        `MP_SMTP_FORWARD_USERNAME=${inbox}`,
        `MP_SMTP_FORWARD_PASSWORD=${keyPlaceholder}`,
        `MP_SMTP_FORWARD_TO=${inbox}@example.com`,
      ),
    },
  ]
}
