import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { verifyPassword } from '@pas/accounts/passwords'
import { sha256 } from '@pas/accounts/secrets'
import { capturedColumns, pendingColumns } from '@pas/testing/preview-columns'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { version } from '@pas/runtime/version'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { runPas } from './run-pas'

const callback = 'https://partner.example.com/callback'

describe('runPas', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  /** The text on the commands' standard input. */
  let stdin = ''
  /** What the last command wrote to standard output, one entry per write. */
  let written: string[] = []
  const pas = async (...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> => {
    let stderr = ''
    written = []
    const status = await runPas(args, {
      env: { DATABASE_URL: database.url },
      clone: '/nonexistent',
      readIn: () => Promise.resolve(stdin),
      writeOut: (text) => written.push(text),
      writeError: (text) => (stderr += text),
    })
    return { status, stdout: written.join(''), stderr }
  }
  const answerOf = async (...args: string[]): Promise<Record<string, string | number>> => {
    const { status, stdout, stderr } = await pas(...args, '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout) as Record<string, string | number>
  }
  const auditRows = () => database.db.auditEvent.findMany({ orderBy: { id: 'asc' } })

  it('prints its release, which CHANGELOG.md leads to', async () => {
    const changelog = readFileSync(path.resolve(__dirname, '../../../../CHANGELOG.md'), 'utf8')
    expect(/^## (.*)$/m.exec(changelog)?.[1]).toContain(`[${version}] - `)
    expect(await pas('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('changes an application: list, callbacks, rotate-secret, disable, enable', async () => {
    const { account_id } = await answerOf('account', 'create', '--name', 'Acme')
    const app = await answerOf(
      'app',
      'create',
      '--account',
      String(account_id),
      '--name',
      'P',
      '--callback',
      callback,
    )
    const clientId = String(app.client_id)
    const stored = () => database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })

    const uris = ['https://new.example.com/a?b=%2f', callback]
    const set = ['--set', String(uris[0]), '--set', String(uris[1])]
    expect(await answerOf('app', 'callbacks', '--client-id', clientId, ...set)).toEqual({ callbacks: uris })

    const rotated = await answerOf('app', 'rotate-secret', '--client-id', clientId)
    expect(Object.keys(rotated)).toEqual(['client_secret'])
    expect((await stored()).clientSecretHash).toEqual(sha256(String(rotated.client_secret)))

    expect(await answerOf('app', 'disable', '--client-id', clientId)).toEqual({})
    const list = (await answerOf('app', 'list')) as unknown as { client_id: string }[]
    expect(list.find(({ client_id }) => client_id === clientId)).toEqual({
      client_id: clientId,
      name: 'P',
      account_id,
      first_party: false,
      callbacks: uris,
      status: 'disabled',
      created_at: (await stored()).createdAt.toISOString(),
    })
    expect(await answerOf('app', 'enable', '--client-id', clientId)).toEqual({})
    expect((await stored()).disabledAt).toBeNull()
  })

  it('changes an account, a user and a key: disable, enable, set-password, revoke', async () => {
    const { account_id } = await answerOf('account', 'create', '--name', 'Acme')
    const id = String(account_id)
    const email = 'grace@example.com'
    await answerOf(
      'user',
      'create',
      '--account',
      id,
      '--email',
      email,
      '--first-name',
      'G',
      '--last-name',
      'H',
    )
    const { api_key } = await answerOf('key', 'create', '--account', id)
    const account = () => database.db.account.findUniqueOrThrow({ where: { id: Number(id) } })
    const user = () => database.db.user.findUniqueOrThrow({ where: { email } })

    expect(await answerOf('account', 'disable', '--account', id)).toEqual({})
    expect((await account()).disabledAt).not.toBeNull()
    expect(await answerOf('account', 'enable', '--account', id)).toEqual({})
    expect((await account()).disabledAt).toBeNull()
    expect(await answerOf('user', 'disable', '--email', 'Grace@Example.com')).toEqual({})
    expect((await user()).disabledAt).not.toBeNull()
    expect(await answerOf('user', 'enable', '--email', email)).toEqual({})
    expect((await user()).disabledAt).toBeNull()

    const { password } = await answerOf('user', 'set-password', '--email', email)
    expect(await verifyPassword((await user()).passwordHash, String(password))).toBe(true)
    for (const [input, chosen] of [
      ['--json-like', '--json-like'],
      ['a line feed at its end\n', 'a line feed at its end'],
      [' its own spaces \r\n', ' its own spaces '],
    ] as const) {
      stdin = input
      expect(await answerOf('user', 'set-password', '--email', email, '--password-stdin')).toEqual({})
      expect(await verifyPassword((await user()).passwordHash, chosen)).toBe(true)
    }
    stdin = '\n'
    const empty = await pas('user', 'set-password', '--email', email, '--password-stdin', '--json')
    expect(JSON.parse(empty.stderr)).toMatchObject({ error: { code: 'password_invalid' } })

    expect(await answerOf('key', 'revoke', '--key-prefix', String(api_key))).toEqual({})
    const key = await database.db.apiKey.findUniqueOrThrow({ where: { keyHash: sha256(String(api_key)) } })
    expect(key.revokedAt).not.toBeNull()
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'api_key.revoke',
      target: `api_key:${key.prefix}`,
    })
  })

  it('shuts out at once, however long it takes to end the tokens, and says so when they cannot be ended', async () => {
    const { id: accountId } = await database.db.account.create({
      data: { name: 'Acme', createdAt: new Date() },
    })
    const account = ['--account', String(accountId)]
    const app = await answerOf('app', 'create', ...account, '--name', 'P', '--callback', callback)
    const clientId = String(app.client_id)
    const email = 'shut-out@example.com'
    await answerOf('user', 'create', ...account, '--email', email, '--first-name', 'G', '--last-name', 'H')
    const { id: userId } = await database.db.user.findUniqueOrThrow({ where: { email } })
    const application = await database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    const at = { createdAt: new Date() }
    const disabledAt = async () => [
      (await database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })).disabledAt,
      (await database.db.user.findUniqueOrThrow({ where: { email } })).disabledAt,
      (await database.db.account.findUniqueOrThrow({ where: { id: accountId } })).disabledAt,
    ]
    for (const [index, command] of [
      ['app', 'disable', '--client-id', clientId],
      ['user', 'disable', '--email', email],
      ['account', 'disable', ...account],
    ].entries()) {
      await seedAccessToken(database.db, { userId, oauthApplicationId: application.id, ...at })
      const open = () => database.db.tokenFamily.count({ where: { userId, revokedAt: null } })
      const ended = await database.db.$transaction(
        async (tx) => {
          await tx.$executeRaw`LOCK TABLE token_families IN SHARE ROW EXCLUSIVE MODE`
          const disabling = pas(...command)
          for (let waiting: unknown[] = []; waiting.length === 0;)
            waiting =
              await tx.$queryRaw`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'token_families'::regclass`
          expect((await disabledAt())[index]).not.toBeNull()
          await tx.$executeRaw`
            SELECT pg_cancel_backend(pid) FROM pg_locks WHERE NOT granted AND relation = 'token_families'::regclass`
          return disabling
        },
        { timeout: 30_000 },
      )
      expect(ended).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('run the command again') as string,
      })
      expect([(await disabledAt())[index] === null, await open()]).toEqual([false, 1])
      expect(await answerOf(...command)).toEqual({ already: 'disabled' })
      expect(await open()).toBe(0)
    }
  })

  it('refuses a password among its arguments, which every process can read, and says what to do', async () => {
    const before = (await auditRows()).length
    const user = ['--email', 'arguments@example.com']
    for (const args of [
      ['user', 'set-password', ...user, '--password', 'correct horse'],
      ['user', 'set-password', ...user, '--password=correct horse', '--password-stdin'],
      [
        'user',
        'create',
        '--account',
        '1',
        '--first-name',
        'A',
        '--last-name',
        'B',
        ...user,
        '--password',
        'correct horse',
      ],
    ]) {
      const { status, stdout, stderr } = await pas(...args, '--json')
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(JSON.parse(stderr)).toEqual({
        error: { code: 'usage', message: expect.stringContaining('--password-stdin') as string },
      })
      expect(stderr).not.toContain('correct horse')
    }
    expect((await auditRows()).length).toBe(before)
    expect((await pas('user', 'create', '--help')).stdout).not.toContain('--password <')
  })

  it('writes a long audit trail in pieces, and limits it by --since, --until and --limit', async () => {
    const at = (index: number): Date => new Date(Date.UTC(2031, 0, 1) + index)
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      at: at(index),
      actor: 'operator:x',
      action: index < 2_000 ? 'a' : 'a.longer.name',
      target: `row:${index}`,
    }))
    await database.db.auditEvent.createMany({ data: rows })
    const targets = async (...more: string[]) => {
      const list = (await answerOf('audit', 'list', ...more)) as unknown as { target: string }[]
      return list.map(({ target }) => target)
    }
    const since = ['--since', at(0).toISOString()]
    const until = ['--until', at(2_500).toISOString()]
    expect(await targets(...since, ...until)).toEqual(rows.map(({ target }) => target))
    expect(written.length).toBeGreaterThan(2)
    for (const piece of written) expect(piece.split('"target"').length).toBeLessThanOrEqual(1_001)

    expect(await targets('--since', at(2_498).toISOString(), ...until)).toEqual(['row:2498', 'row:2499'])
    expect(await targets(...since, '--until', at(2).toISOString())).toEqual(['row:0', 'row:1'])
    expect(await targets(...since, ...until, '--limit', '3')).toEqual(['row:2497', 'row:2498', 'row:2499'])
    expect(await targets(...since, ...until, '--limit', '9999')).toHaveLength(2_500)
    expect(await targets('--since', '2032-01-01')).toEqual([])
    expect(await targets('--since', '2032-01-01T09:30+02:00')).toEqual([])
    expect((await auditRows()).at(-1)).toMatchObject({ action: 'audit.list' })

    const lines = (await pas('audit', 'list', ...since, ...until)).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2_501)
    expect(lines.filter((line) => line.startsWith('at '))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/a\.longer\.name +row:2499 +-$/)
    expect((await pas('audit', 'list', '--since', '2032-01-01')).stdout).toBe('none\n')
  })

  it("ends a user's tokens and unused codes, all or one application's, and with a new password the sessions", async () => {
    const { account_id } = await answerOf('account', 'create', '--name', 'Acme')
    const email = 'tokens@example.com'
    const account = ['--account', String(account_id)]
    const names = ['--first-name', 'Ada', '--last-name', 'L']
    const { user_id } = await answerOf('user', 'create', ...account, '--email', email, ...names)
    const userId = Number(user_id)
    const clientIds: string[] = []
    for (const name of ['One', 'Two']) {
      const app = await answerOf('app', 'create', ...account, '--name', name, '--callback', callback)
      clientIds.push(String(app.client_id))
      const { id } = await database.db.oauthApplication.findUniqueOrThrow({
        where: { clientId: String(app.client_id) },
      })
      await seedAccessToken(database.db, { userId, oauthApplicationId: id, createdAt: new Date() })
      await database.db.authorizationCode.create({
        data: {
          codeHash: sha256(name),
          userId,
          oauthApplicationId: id,
          scope: 'full',
          expiresAt: new Date(Date.now() + 60_000),
        },
      })
    }
    const revoke = (...more: string[]) => answerOf('token', 'revoke', '--user-email', email, ...more)
    expect(await revoke('--client-id', clientIds[0] ?? '')).toEqual({ revoked: 1 })
    expect(await database.db.tokenFamily.count({ where: { userId, revokedAt: null } })).toBe(1)
    const unusedCodes = () => database.db.authorizationCode.count({ where: { userId, usedAt: null } })
    expect(await unusedCodes()).toBe(1)
    expect(await revoke()).toEqual({ revoked: 1 })
    expect(await revoke()).toEqual({ revoked: 0 })
    expect(await unusedCodes()).toBe(0)
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'token.revoke',
      target: `user:${userId}`,
      details: { client_id: null, revoked: 0 },
    })

    const now = new Date()
    await database.db.session.create({
      data: { idHash: new Uint8Array(32), userId, signedInAt: now, expiresAt: now },
    })
    await answerOf('user', 'set-password', '--email', email)
    expect(await database.db.session.count({ where: { userId } })).toBe(0)
  })

  it('rotates the link key, not twice within 7 days unless forced', async () => {
    const first = await answerOf('link-key', 'rotate')
    const refused = await pas('link-key', 'rotate', '--json')
    expect([refused.status, (JSON.parse(refused.stderr) as { error: { code: string } }).error.code]).toEqual([
      1,
      'link_key_too_young',
    ])
    const second = await answerOf('link-key', 'rotate', '--force')
    expect(
      await database.db.linkKey.findMany({ orderBy: { createdAt: 'desc' }, select: { kid: true } }),
    ).toEqual([{ kid: second.kid }, { kid: first.kid }])
    expect(JSON.stringify((await auditRows()).map(({ details }) => details))).not.toContain('secret')
  })

  it("lists an account's usage by day, and by end user", async () => {
    const { account_id } = await answerOf('account', 'create', '--name', 'Used')
    const accountId = Number(account_id)
    const email = async (
      createdAt: string,
      endUserId: string | null,
      capturedAt: string[],
    ): Promise<void> => {
      const id = randomUUID()
      await database.db.email.create({
        data: { id, accountId, endUserId, createdAt, expiresAt: '2026-12-31T00:00:00Z' },
      })
      await database.db.preview.createMany({
        data: [...capturedAt, null].map((at, index) => ({
          id: randomUUID(),
          emailId: id,
          accountId,
          emailClient: `C${index}`,
          orientation: 'vertical' as const,
          images: 'allowed' as const,
          engine: 'chromium',
          imageToken: randomUUID(),
          requestedAt: createdAt,
          ...(at === null ? pendingColumns() : capturedColumns(new Date(at))),
        })),
      })
    }
    await email('2026-01-01T23:59:59Z', 'x', ['2026-01-01T23:59:59.500Z', '2026-01-02T00:00:01Z'])
    await email('2026-01-02T12:00:00Z', null, [])
    const usage = (...more: string[]) => answerOf('usage', '--account', String(account_id), ...more)
    expect(await usage()).toEqual([
      { day: '2026-01-01', emails: 1, captures: 1, captures_without_credential: 0, effect_pictures: 0 },
      { day: '2026-01-02', emails: 1, captures: 1, captures_without_credential: 0, effect_pictures: 0 },
    ])
    expect(await usage('--by', 'end-user')).toEqual([
      {
        day: '2026-01-01',
        end_user_id: 'x',
        emails: 1,
        captures: 1,
        captures_without_credential: 0,
        effect_pictures: 0,
      },
      {
        day: '2026-01-02',
        end_user_id: null,
        emails: 1,
        captures: 0,
        captures_without_credential: 0,
        effect_pictures: 0,
      },
      {
        day: '2026-01-02',
        end_user_id: 'x',
        emails: 0,
        captures: 1,
        captures_without_credential: 0,
        effect_pictures: 0,
      },
    ])
    expect((await pas('usage', '--account', '2147483647', '--json')).status).toBe(1)
  })

  it('refuses with one line and status 1, changes nothing, and writes an audit row of the refusal', async () => {
    const { id } = await database.db.account.create({ data: { name: 'Acme', createdAt: new Date() } })
    const account = ['--account', String(id)]
    const refusals: [code: string, action: string, target: string, ...args: string[]][] = [
      [
        'account_not_found',
        'account.disable.failed',
        'account:2147483647',
        'account',
        'disable',
        '--account',
        '2147483647',
      ],
      ['user_not_found', 'user.disable.failed', 'user', 'user', 'disable', '--email', 'no@example.com'],
      [
        'callback_uri_invalid',
        'application.create.failed',
        'application',
        'app',
        'create',
        ...account,
        '--name',
        'P',
        '--callback',
        'http://a.example/',
      ],
      [
        'application_not_found',
        'application.rotate_secret.failed',
        'application:none',
        'app',
        'rotate-secret',
        '--client-id',
        'none',
      ],
      [
        'api_key_not_found',
        'api_key.revoke.failed',
        'api_key:pas_key_abcdefghij',
        'key',
        'revoke',
        '--key-prefix',
        'pas_key_abcdefghijklmnop',
      ],
    ]
    const applications = await database.db.oauthApplication.count()
    for (const [code, action, target, ...args] of refusals) {
      const before = (await auditRows()).length
      const { status, stdout, stderr } = await pas(...args, '--json')
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(JSON.parse(stderr)).toEqual({
        error: { code, message: expect.stringMatching(/.{20}/) as string },
      })
      const rows = (await auditRows()).slice(before)
      expect(rows).toMatchObject([{ action, target, details: { code } }])
    }
    expect(await database.db.oauthApplication.count()).toBe(applications)

    const { status, stdout, stderr } = await pas('account', 'disable', '--account', '2147483647')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^pas: There is no account 2147483647: .+\n$/)
  })

  it('changes nothing when the audit row cannot be written', async () => {
    await database.db.$executeRaw`ALTER TABLE audit_events RENAME TO audit_events_away`
    try {
      expect((await pas('account', 'create', '--name', 'Unseen')).status).toBe(1)
      expect(await database.db.account.count({ where: { name: 'Unseen' } })).toBe(0)
    } finally {
      await database.db.$executeRaw`ALTER TABLE audit_events_away RENAME TO audit_events`
    }
  })

  it.each([
    [['account', 'create']],
    [['account', 'disable', '--account', '99999999999']],
    [['account', 'disable', '--account', 'first']],
    [['app', 'list', 'everything']],
    [['account']],
    [['frobnicate']],
    [['audit', 'list', '--since', 'yesterday']],
    [['audit', 'list', '--since', '2026-04-31']],
    [['audit', 'list', '--since', '2026-01-31T25:00Z']],
    [['audit', 'list', '--since', '2026-01-31T09:30']],
    [['audit', 'list', '--limit', '0']],
    [[]],
  ])('answers the wrong usage %j with one line and status 2, and writes no audit row', async (args) => {
    const before = (await auditRows()).length
    const { status, stdout, stderr } = await pas(...args, '--json')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message: expect.any(String) as string } })
    expect((await auditRows()).length).toBe(before)
  })

  it('answers for a person to read unless JSON is asked for', async () => {
    expect((await pas('account', 'create', '--name', 'Acme')).stdout).toMatch(/^account_id: {2}\d+\n$/)
    const { stdout } = await pas('audit', 'list')
    expect(stdout.split('\n')[0]).toMatch(/^at +actor +action +target +ip$/)
    expect((await pas('--help')).stdout).toContain('audit')
  })
})
