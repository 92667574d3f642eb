import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parse } from 'yaml'
import { repository } from './read-compose'

const configure = (env: Record<string, string>) =>
  spawnSync('sh', [path.join(repository, 'infra/alertmanager/configure.sh')], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
const receivers = (env: Record<string, string>): unknown =>
  (parse(configure(env).stdout) as { receivers: unknown[] }).receivers

describe('infra/alertmanager/configure.sh', () => {
  it('sends alerts to nobody without ALERT_WEBHOOK and ALERT_MAIL', () => {
    expect(receivers({})).toEqual([{ name: 'operators' }])
  })

  it('posts to ALERT_WEBHOOK, whatever its characters', () => {
    const url = "https://hooks.example/a?b='c'&d=${e}#f"
    expect(receivers({ ALERT_WEBHOOK: url })).toEqual([{ name: 'operators', webhook_configs: [{ url }] }])
  })

  it.each([
    [
      'smtp://pas:a%40b%2Fc@mail.example:587',
      { smarthost: 'mail.example:587', auth_username: 'pas', auth_password: 'a@b/c' },
    ],
    [
      'smtps://pas:secret@mail.example',
      { smarthost: 'mail.example:465', auth_username: 'pas', auth_password: 'secret' },
    ],
    ['smtp://relay.example/?pool=true', { smarthost: 'relay.example:587', require_tls: false }],
  ])('mails to ALERT_MAIL by the server of SMTP_URL: %s', (smtpUrl, expected) => {
    const env = { ALERT_MAIL: 'ops@example.com', SMTP_FROM: 'pas@example.com', SMTP_URL: smtpUrl }
    const mail = { to: 'ops@example.com', from: 'pas@example.com', ...expected }
    expect(receivers(env)).toEqual([{ name: 'operators', email_configs: [mail] }])
  })

  it('refuses ALERT_MAIL without a mail server, and says what to set', () => {
    const { status, stderr } = configure({ ALERT_MAIL: 'ops@example.com' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('SMTP_URL and SMTP_FROM')])
  })
})
