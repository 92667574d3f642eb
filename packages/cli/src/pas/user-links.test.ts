import { freePort } from '@pas/testing/free-port'
import { startMailServer } from '@pas/testing/mail-server'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { runPas } from './run-pas'

const AUTH_URL = 'https://auth.example.com'
const SMTP_FROM = 'no-reply@example.com'

describe('pas user create --invite, pas user reset', () => {
  let database: TestDatabase
  let account: string

  beforeAll(async () => {
    database = await createTestDatabase()
    const { id } = await database.db.account.create({ data: { name: 'Acme', createdAt: new Date() } })
    account = String(id)
  })
  afterAll(() => database.close())

  const pas = async (env: Record<string, string>, ...args: string[]) => {
    let stdout = ''
    let stderr = ''
    const status = await runPas([...args, '--json'], {
      env: { DATABASE_URL: database.url, ...env },
      clone: '/nonexistent',
      readIn: () => Promise.resolve('a password\n'),
      writeOut: (text) => (stdout += text),
      writeError: (text) => (stderr += text),
    })
    return { status, stdout, stderr }
  }
  const answerOf = async (env: Record<string, string>, ...args: string[]) => {
    const { status, stdout, stderr } = await pas(env, ...args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout) as Record<string, string>
  }
  const invitation = (email: string) => [
    ...['user', 'create', '--account', account, '--email', email],
    ...['--first-name', 'Ada', '--last-name', 'L', '--invite'],
  ]
  const linkOf = (email: string) => database.db.oneTimeLink.findFirstOrThrow({ where: { user: { email } } })

  it('show the link without a mail server, and no password; a newer link replaces it', async () => {
    const invited = await answerOf({ AUTH_URL }, ...invitation('Shown@Example.com'))
    expect(Object.keys(invited)).toEqual(['user_id', 'email', 'role', 'link', 'valid_until'])
    const pattern = /^https:\/\/auth\.example\.com\/password\/choose\?link=pas_lnk_[\w-]{43}$/
    expect(invited.link).toMatch(pattern)
    expect(new Date(invited.valid_until ?? '').getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const reset = await answerOf({ AUTH_URL }, 'user', 'reset', 'shown@example.com')
    expect(Object.keys(reset)).toEqual(['link', 'valid_until'])
    expect(reset.link).toMatch(pattern)
    expect(reset.link).not.toBe(invited.link)
    expect(await database.db.oneTimeLink.count()).toBe(1)
    const trail = JSON.stringify(await database.db.auditEvent.findMany({ omit: { id: true } }))
    expect(trail).toContain('"user.reset"')
    expect(trail).not.toContain('pas_lnk_')
  })

  it('mail the link where a mail server is configured, in the language that is given', async () => {
    const mailServer = await startMailServer()
    const env = { AUTH_URL, SMTP_FROM, SMTP_URL: mailServer.url, PRODUCT_NAME: 'Mail Previews' }
    const invited = await answerOf(env, ...invitation('mailed@example.com'), '--language', 'de')
    expect(invited).toMatchObject({ email: 'mailed@example.com', mailed_to: 'mailed@example.com' })
    expect(invited).not.toHaveProperty('link')
    const mail = await mailServer.take('mailed@example.com')
    expect(mail.text).toContain('Zugang zu Mail Previews')
    expect(mail.link).toMatch(/^https:\/\/auth\.example\.com\/password\/choose\?link=pas_lnk_/)
    expect(await linkOf('mailed@example.com')).toMatchObject({ purpose: 'invite', mailDueAt: null })
    expect(await answerOf(env, 'user', 'reset', 'mailed@example.com')).toEqual({
      mailed_to: 'mailed@example.com',
    })
    expect((await mailServer.take('mailed@example.com')).text).toContain('The link works once, for 24 hours.')

    mailServer.refusal = 550
    const refused = await pas(env, 'user', 'reset', 'mailed@example.com')
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'mail_refused', message: expect.stringContaining('SMTP status 550') as string },
    })
    expect(await database.db.oneTimeLink.count({ where: { user: { email: 'mailed@example.com' } } })).toBe(0)
    await mailServer.close()
  })

  it('say that the mail could not be sent yet, and leave it to the auth service', async () => {
    const env = { AUTH_URL, SMTP_FROM, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
    const { status, stdout, stderr } = await pas(env, ...invitation('delayed@example.com'))
    expect([status, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'mail_delayed',
        message: expect.stringMatching(
          /could not be sent yet: the mail server cannot be reached\. The link is not lost/,
        ) as string,
      },
    })
    const { mailDueAt, mailAttempts } = await linkOf('delayed@example.com')
    expect(mailAttempts).toBe(1)
    expect((mailDueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000)
  })

  it('refuse a disabled or unknown user, a password beside --invite, an unknown language, and a wrong variable', async () => {
    await answerOf({ AUTH_URL }, ...invitation('off@example.com'))
    await answerOf({}, 'user', 'disable', '--email', 'off@example.com')
    const codeOf = async (env: Record<string, string>, ...args: string[]) => {
      const { status, stderr } = await pas(env, ...args)
      expect(status).toBeGreaterThan(0)
      return (JSON.parse(stderr) as { error: { code: string } }).error.code
    }
    expect(await codeOf({ AUTH_URL }, 'user', 'reset', 'off@example.com')).toBe('user_inactive')
    expect(await codeOf({ AUTH_URL }, 'user', 'reset', 'nobody@example.com')).toBe('user_not_found')
    expect(await codeOf({ AUTH_URL }, ...invitation('both@example.com'), '--password-stdin')).toBe('usage')
    expect(await codeOf({ AUTH_URL }, 'user', 'reset', 'off@example.com', '--language', 'xx')).toBe('usage')
    expect(await codeOf({}, 'user', 'reset', 'off@example.com')).toBe('config_invalid')
    expect(await codeOf({ AUTH_URL, SMTP_URL: 'smtp://localhost' }, 'user', 'reset', 'off@example.com')).toBe(
      'config_invalid',
    )
    expect(await database.db.user.count({ where: { email: 'both@example.com' } })).toBe(0)
  })
})
