import { request } from 'undici'
import {
  accountId,
  askPreview,
  describeContainers,
  dispatcher,
  instantUrl,
  pas,
  runInside,
  startStack,
  summary,
  withKey,
} from './stack'

/** Sends each line once the reply to the one before has come. */
const script = String.raw`
  exec 3<>/dev/tcp/127.0.0.1/8452
  read_reply() { while read -r line <&3; do [ "$(printf %s "$line" | cut -c4)" = - ] || break; done; printf '%s\n' "$line"; }
  read_reply
  for line in "$@"; do printf '%b\r\n' "$line" >&3; read_reply; done`

describeContainers('mail by SMTP', () => {
  beforeAll(startStack, 600_000)

  it('comes in at the published port, with a key for mail alone, and is drawn', async () => {
    const { api_key: key } = (await pas(
      'key',
      'create',
      '--account',
      String(accountId),
      '--for',
      'mail',
    )) as {
      api_key: string
    }
    const login = Buffer.from(`\0staging\0${key}`).toString('base64')
    const message = String.raw`Subject: From an app\r\nContent-Type: text/html\r\n\r\n<h1>Welcome</h1>\r\n.`
    const commands = ['EHLO app.example', `AUTH PLAIN ${login}`, 'MAIL FROM:<app@example.com>']
    const startedAt = performance.now()
    const replies = await runInside(
      ...['bash', '-c', script, 'bash', ...commands],
      ...['RCPT TO:<ada+welcome@example.com>', 'DATA', message, 'QUIT'],
    )
    expect(replies.match(/^\d{3}/gm)).toEqual(['220', '250', '235', '250', '250', '354', '250', '221'])
    const answer = await request(`${instantUrl}/emails?inbox=staging`, {
      dispatcher,
      headers: { authorization: withKey(), prefer: 'wait=20' },
    })
    const { emails } = (await answer.body.json()) as { emails: { email_guid: string }[] }
    expect(emails).toMatchObject([
      { subject: 'From an app', reference: 'welcome', recipients: ['ada+welcome@example.com'], unread: true },
    ])
    expect(await askPreview(emails[0]?.email_guid ?? '', 'CHROMEGMAILNEW')).toMatchObject({ status: 301 })
    summary(`mail: its picture ${(performance.now() - startedAt).toFixed(0)} ms after the connection`)
  })
})
