import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createManualClock } from '@pas/testing/manual-clock'
import { randomUUID } from 'node:crypto'
import { pasInProcess, type PasInProcess } from './pas-in-process'

type Row = Record<string, string | number | null>

const installation = {
  emails_per_minute: 600,
  captures_per_hour: 20_000,
  captures_waiting: 2_000,
  email_bytes_per_hour: 10 * 2 ** 30,
  checks_per_minute: 300,
}

describe('pas lists, shows and limits', () => {
  const clock = createManualClock(new Date('2026-03-01T00:00:00Z'))
  let database: TestDatabase
  let cli: PasInProcess
  let acme: number
  let labs: number
  let clientId: string
  beforeAll(async () => {
    database = await createTestDatabase()
    cli = pasInProcess({ DATABASE_URL: database.url })
    const { db } = database
    const deps = { db, clock }
    acme = (await createAccount(deps, { name: 'Acme' })).id
    labs = (await createAccount(deps, { name: 'Acme Labs', parentId: acme })).id
    await createAccount(deps, { name: 'Zenith' })
    const callbackUris = ['https://partner.example/callback']
    clientId = (await createOauthApplication(deps, { accountId: acme, name: 'Mailer', callbackUris }))
      .clientId
    await createOauthApplication(deps, { accountId: labs, name: 'Tester', callbackUris })
    await createApiKey(deps, { accountId: acme, clientId })
    await createApiKey(deps, { accountId: acme })
    await createApiKey(deps, { accountId: labs })
    await db.user.createMany({
      data: ['ada', 'grace', 'joan'].map((name, index) => ({
        accountId: index === 2 ? labs : acme,
        email: `${name}@person.example`,
        firstName: name,
        lastName: 'Example',
        // No password has this hash.
        passwordHash: 'none',
        createdAt: clock.now(),
        disabledAt: index === 1 ? clock.now() : null,
      })),
    })
  })
  afterAll(() => database.close())

  const rows = async (...args: string[]) => (await cli.answerOf(...args)) as Row[]
  const column = async (name: string, ...args: string[]) => (await rows(...args)).map((row) => row[name])

  it('lists accounts, users, applications and keys, filtered, as tables for people and JSON for programs', async () => {
    expect(await rows('account', 'list', '--parent', String(acme))).toEqual([
      {
        account_id: labs,
        name: 'Acme Labs',
        kind: 'partner',
        parent_id: acme,
        status: 'active',
        created_at: clock.now().toISOString(),
      },
    ])
    expect(await column('name', 'account', 'list', '--name', 'aCME')).toEqual(['Acme', 'Acme Labs'])
    expect(await column('email', 'user', 'list', '--account', String(acme))).toEqual([
      'ada@person.example',
      'grace@person.example',
    ])
    expect(await column('email', 'user', 'list', '--status', 'disabled')).toEqual(['grace@person.example'])
    expect(await column('email', 'user', 'list', '--email', 'JOAN')).toEqual(['joan@person.example'])
    expect(await column('name', 'app', 'list', '--account', String(labs))).toEqual(['Tester'])
    expect(await column('client_id', 'key', 'list', '--client-id', clientId)).toEqual([clientId])
    expect(await rows('key', 'list', '--status', 'revoked')).toEqual([])
    const { api_key: mailKey } = (await cli.answerOf(
      ...['key', 'create', '--account', String(labs), '--for', 'mail'],
    )) as { api_key: string }
    expect(await rows('key', 'list', '--account', String(labs))).toMatchObject([
      { name: null, for: 'all', last_used_at: null },
      { key_prefix: apiKeyPrefix(mailKey), for: 'mail' },
    ])
    await cli.pas('key', 'delete', mailKey, '--yes')

    const { stdout } = await cli.pas('user', 'list')
    expect(stdout).toMatch(/^user_id +email +first_name +last_name +account_id +role +status +created_at\n/)
    expect(stdout).toMatch(/grace@person\.example +grace +Example +\d+ +member +disabled/)
    expect((await cli.pas('account', 'list', '--name', 'nobody')).stdout).toBe('none\n')
    const actions = await database.db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(actions).toMatchObject([{ action: 'account.list', target: 'accounts' }])
  })

  it.each([
    ['account', 'account_id', 3],
    ['user', 'email', 3],
    ['app', 'client_id', 2],
    ['key', 'key_prefix', 3],
  ])('reads the %s list in parts, with --limit and --after, without a gap', async (group, name, count) => {
    const whole = await rows(group, 'list')
    expect(whole).toHaveLength(count)
    const parts: Row[] = []
    for (let left = whole.length; left > 0; left--) {
      const last = parts.at(-1)
      // A user is named by their number: it is the first member of every list.
      const after = last ? ['--after', String(Object.values(last)[0])] : []
      const part = await rows(group, 'list', '--limit', '1', ...after)
      expect(part).toHaveLength(1)
      parts.push(...part)
    }
    expect(parts.map((row) => row[name])).toEqual(whole.map((row) => row[name]))
    const { stdout } = await cli.pas(group, 'list', '--limit', '1')
    expect(stdout).toMatch(/\nThere may be more: add --after \S+\n$/)
    expect((await cli.pas(group, 'list', '--limit', '9')).stdout).not.toContain('--after')
  })

  it.each(['user', 'app', 'key', 'share', 'email', 'checks', 'captures', 'webhook'])(
    'pas %s list says that there is no such account, instead of an empty list',
    async (group) => {
      expect(await cli.failureOf(group, 'list', '--account', '4711')).toEqual({
        ...{ status: 1, code: 'account_not_found' },
        message: "There is no account 4711: check the id, or see 'pas account list'.",
      })
    },
  )

  it('reads a list that is longer than a page of 1,000 whole, and writes it piece by piece', async () => {
    const { id: parentId } = await createAccount({ db: database.db, clock }, { name: 'Many' })
    await database.db.account.createMany({
      data: Array.from({ length: 2_300 }, (_, index) => ({
        name: `Sub ${index}`,
        parentId,
        createdAt: clock.now(),
      })),
    })
    const names = await column('name', 'account', 'list', '--parent', String(parentId))
    expect(names).toHaveLength(2_300)
    expect(new Set(names).size).toBe(2_300)
    expect(cli.written.length).toBeGreaterThan(2)
    expect(await rows('account', 'list', '--parent', String(parentId), '--limit', '1500')).toHaveLength(1_500)
  })

  it('shows an account and a user with what belongs to them, by either way of naming them', async () => {
    expect(await cli.answerOf('account', 'show', '--account', String(acme))).toEqual({
      account_id: acme,
      name: 'Acme',
      kind: 'partner',
      parent_id: null,
      sub_accounts: [labs],
      status: 'active',
      disabled_at: null,
      created_at: clock.now().toISOString(),
      users: 2,
      applications: 1,
      api_keys: 2,
      revoked_api_keys: 0,
      emails: 0,
      checks_under_way: 0,
      emails_per_minute: null,
      captures_per_hour: null,
      captures_waiting: null,
      email_bytes_per_hour: null,
      checks_per_minute: null,
      installation,
    })
    const shown = await cli.answerOf('user', 'show', 'Grace@person.example')
    expect(shown).toEqual(await cli.answerOf('user', 'show', '--email', 'grace@person.example'))
    expect(shown).toMatchObject({ status: 'disabled', sessions: 0, consents: [], tokens: 0, emails: 0 })
    expect((await cli.pas('user', 'show', 'grace@person.example')).stdout).toMatch(/^consents: +-$/m)
    expect(await cli.failureOf('user', 'show', 'no@person.example')).toMatchObject({
      status: 1,
      code: 'user_not_found',
    })
  })

  it("sets an account's own limits, shows them, and goes back to the installation's with unset", async () => {
    const account = String(acme)
    const limits = (...args: string[]) => cli.answerOf('account', 'limits', account, ...args)
    const unset = {
      emails_per_minute: null,
      captures_per_hour: null,
      captures_waiting: null,
      email_bytes_per_hour: null,
      checks_per_minute: null,
      installation,
    }
    expect(await limits()).toEqual(unset)
    const own = pasInProcess({ DATABASE_URL: database.url, CAPTURES_PER_HOUR: '7' })
    expect((await own.pas('account', 'limits', account)).stdout).toMatch(
      /^emails_per_minute: +600, of the installation\ncaptures_per_hour: +7, of the installation\n/,
    )
    expect(await limits('--emails-per-minute', '1200', '--captures-waiting', '50')).toEqual({
      ...unset,
      emails_per_minute: 1_200,
      captures_waiting: 50,
    })
    expect(await database.db.auditEvent.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'account.set_limits',
      target: `account:${account}`,
      details: {
        emailsPerMinute: 1_200,
        capturesPerHour: null,
        capturesWaiting: 50,
        emailBytesPerHour: null,
        checksPerMinute: null,
      },
    })
    expect(await limits('--emails-per-minute', 'unset')).toEqual({ ...unset, captures_waiting: 50 })
    expect(await cli.answerOf('account', 'show', account)).toMatchObject({ captures_waiting: 50 })
    expect((await cli.pas('account', 'show', account)).stdout).toMatch(
      /\ncaptures_per_hour: +20000, of the installation\ncaptures_waiting: +50\n/,
    )
    expect(await limits('--captures-waiting', 'unset')).toEqual(unset)
    // More than an integer of 32 bits, in the answer and in the audit trail.
    expect(await limits('--email-bytes-per-hour', '1099511627776')).toEqual({
      ...unset,
      email_bytes_per_hour: 2 ** 40,
    })
    expect(await database.db.auditEvent.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      details: { emailBytesPerHour: 2 ** 40 },
    })
    expect(await limits('--email-bytes-per-hour', 'unset')).toEqual(unset)
    expect(await limits('--checks-per-minute', '5')).toEqual({ ...unset, checks_per_minute: 5 })
    expect(await limits('--checks-per-minute', 'unset')).toEqual(unset)
    for (const wrong of ['0', '-1', 'many', '1.5'])
      expect(await cli.failureOf('account', 'limits', account, '--emails-per-minute', wrong)).toMatchObject({
        status: 2,
        message: expect.stringContaining('unset') as string,
      })
    expect(await cli.failureOf('account', 'limits', '4711')).toMatchObject({ code: 'account_not_found' })
  })

  it('lists usage from one day to another, of one account or of all, and as CSV that a spreadsheet does not run', async () => {
    const email = (accountId: number, createdAt: string, endUserId: string | null) =>
      database.db.email.create({
        data: { id: randomUUID(), accountId, endUserId, createdAt, expiresAt: '2026-12-31T00:00:00Z' },
      })
    await email(acme, '2026-01-31T23:59:59.999Z', 'a')
    await email(acme, '2026-02-01T00:00:00Z', '=HYPERLINK("https://evil.example")')
    await email(labs, '2026-02-28T23:59:59.999Z', null)
    await email(acme, '2026-03-01T00:00:00Z', 'b')
    await database.db.removedUsage.createMany({
      data: ['2026-01-31', '2026-02-01', '2026-03-01'].map((day) => ({
        accountId: acme,
        day: new Date(day),
        endUserId: '',
        emails: 10,
        captures: 20,
        capturesWithoutCredential: 5,
      })),
    })
    const february = ['--from', '2026-02-01', '--to', '2026-02-28']
    expect(await rows('usage', '--account', String(acme), ...february)).toEqual([
      { day: '2026-02-01', emails: 11, captures: 20, captures_without_credential: 5, effect_pictures: 0 },
    ])
    expect(await rows('usage', ...february)).toEqual([
      {
        ...{ day: '2026-02-01', account_id: acme, account_name: 'Acme' },
        ...{ emails: 11, captures: 20, captures_without_credential: 5, effect_pictures: 0 },
      },
      {
        ...{ day: '2026-02-28', account_id: labs, account_name: 'Acme Labs' },
        ...{ emails: 1, captures: 0, captures_without_credential: 0, effect_pictures: 0 },
      },
    ])
    expect(await column('emails', 'usage', '--to', '2026-01-31')).toEqual([11])
    const csv = await cli.pas('usage', '--account', String(acme), ...february, '--by', 'end-user', '--csv')
    expect(csv).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        'day,end_user_id,emails,captures,captures_without_credential,effect_pictures\r\n',
        '2026-02-01,,10,20,5,0\r\n',
        `2026-02-01,"'=HYPERLINK(""https://evil.example"")",1,0,0,0\r\n`,
      ].join(''),
    })
    expect((await cli.pas('usage', '--from', '2030-01-01', '--csv')).stdout).toBe(
      'day,account_id,emails,captures,captures_without_credential,effect_pictures,account_name\r\n',
    )
    for (const wrong of [
      ['--from', '2026-02-30'],
      ['--from', '2026-02-01T00:00Z'],
      ['--from', '2026-03-01', '--to', '2026-02-01'],
      ['--csv', '--json'],
    ])
      expect((await cli.pas('usage', ...wrong)).status).toBe(2)
  })

  describe('audit', () => {
    const at = (second: number): Date => new Date(Date.UTC(2031, 0, 1, 0, 0, second))
    const since = ['--since', '2031-01-01']
    beforeAll(async () => {
      const { id: userId } = await database.db.user.findUniqueOrThrow({
        where: { email: 'joan@person.example' },
      })
      const events = [
        { actor: 'operator:ada', action: 'user.create', target: 'user:0', details: { account_id: labs } },
        { actor: `user:${userId}`, action: 'session.start', target: `user:${userId}`, ip: '192.0.2.1' },
        { actor: 'operator:ada', action: 'user.disable', target: 'user:0' },
        { actor: `application:${clientId}`, action: 'token.issue', target: 'user:0' },
        { actor: 'operator:eve', action: 'account.create', target: `account:${acme}` },
      ]
      for (const [index, event] of events.entries())
        await recordAuditEvent(database.db, { ...event, at: at(index) })
    })

    it('filters by actor, event, account and time', async () => {
      const actions = (...args: string[]) => column('action', 'audit', 'list', ...since, ...args)
      expect(await actions('--actor', 'operator:ada')).toEqual(['user.create', 'user.disable'])
      expect(await actions('--actor', 'operator:*')).toEqual([
        'user.create',
        'user.disable',
        'account.create',
      ])
      expect(await actions('--event', 'user.*')).toEqual(['user.create', 'user.disable'])
      expect(await actions('--event', 'user.*', '--actor', 'operator:eve')).toEqual([])
      expect(await actions('--account', String(labs))).toEqual(['user.create', 'session.start'])
      expect(await actions('--account', String(acme))).toEqual(['token.issue', 'account.create'])
      expect(await actions('--until', at(1).toISOString())).toEqual(['user.create'])
    })

    it('goes back page by page, by the number that a cut list names', async () => {
      const page = async (...more: string[]) =>
        (await cli.pas('audit', 'list', ...since, '--limit', '2', ...more)).stdout
      const seen: string[] = []
      let next: string[] = []
      for (let pages = 0; pages < 3; pages++) {
        const lines = (await page(...next)).trimEnd().split('\n')
        const cursor = /--before-id (\d+)$/.exec(lines.at(-1) ?? '')?.[1]
        seen.unshift(...lines.slice(1, cursor ? -1 : undefined))
        next = ['--before-id', cursor ?? '0']
      }
      expect(seen.map((line) => line.split(/ +/)[2])).toEqual([
        'user.create',
        'session.start',
        'user.disable',
        'token.issue',
        'account.create',
      ])
    })

    it('exports whole rows as lines of JSON, in pieces, and goes on behind the last row of an export', async () => {
      const lines = async (...args: string[]) => {
        const { status, stdout } = await cli.pas('audit', 'export', ...since, ...args)
        expect(status).toBe(0)
        return stdout
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as { id: number; action: string; details: unknown; ip: unknown })
      }
      const exported = await lines()
      expect(exported[0]).toMatchObject({
        at: at(0).toISOString(),
        action: 'user.create',
        ip: null,
        details: { account_id: labs },
      })
      expect(exported[1]).toMatchObject({ ip: '192.0.2.1', details: null })
      expect(await lines('--after-id', String(exported[2]?.id))).toEqual(exported.slice(3))
      expect(await database.db.auditEvent.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
        action: 'audit.export',
      })

      await database.db.auditEvent.createMany({
        data: Array.from({ length: 2_500 }, () => ({
          at: new Date('2035-01-01T00:00:00Z'),
          actor: 'user:0',
          action: 'many',
          target: 'x',
        })),
      })
      expect(await lines('--event', 'many')).toHaveLength(2_500)
      expect(cli.written.length).toBeGreaterThan(2)
      for (const piece of cli.written) expect(piece.split('\n').length).toBeLessThanOrEqual(1_001)
    })
  })

  describe('wrong usage', () => {
    it.each([
      [['acount', 'list'], /unknown command 'acount' \(Did you mean account\?\) \(see 'pas --help'\)/],
      [['user', 'lst'], /unknown command 'lst' \(Did you mean list\?\) \(see 'pas user --help'\)/],
      [['user'], /No command was given: see 'pas user --help'/],
      [
        ['user', 'list', '--acount', '1'],
        /unknown option '--acount' \(Did you mean --account\?\) \(see 'pas user list --help'\)/,
      ],
      [
        ['user', 'list', '--status', 'off'],
        /Allowed choices are active, disabled.*\(see 'pas user list --help'\)/,
      ],
      [['user', 'show'], /missing argument 'email'.*\(see 'pas user show --help'\)/],
      [['user', 'show', 'a@b.example', '--email', 'a@b.example'], /'email' is given twice/],
      [['account', 'show', 'acme'], /whole number.*\(see 'pas account show --help'\)/],
      [['user', 'create'], /required option '--account <id>' not specified \(see 'pas user create --help'\)/],
      [
        ['user', 'create', '--json', '--acount=1'],
        /"unknown option '--acount', and required option '--account <id>' not specified \(see 'pas user create --help'\)"/,
      ],
    ])('%j exits with 2, and names the near word and the right help', async (args, message) => {
      const { status, stdout, stderr } = await cli.pas(...args)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(message)
      expect(stderr.trimEnd()).not.toContain('\n')
    })

    it.each(['account', 'user', 'app', 'key', 'token', 'link-key', 'retention', 'captures', 'audit'])(
      'pas %s --help names every command of the group, and each has its own help',
      async (group) => {
        const { status, stdout } = await cli.pas(group, '--help')
        expect(status).toBe(0)
        const [, listed = ''] = stdout.split('Commands:')
        const commands = [...listed.matchAll(/^ {2}([a-z][a-z-]*) /gm)]
          .map(([, name = '']) => name)
          .filter((name) => name !== 'help')
        expect(commands.length).toBeGreaterThan(0)
        for (const name of commands)
          expect((await cli.pas(group, name, '--help')).stdout).toContain(`Usage: pas ${group} ${name}`)
      },
    )
  })

  it('registers the board, and leaves an audit row only when that changed something', async () => {
    const variables = {
      DATABASE_URL: database.url,
      BOARD_URL: 'https://board.example',
      BOARD_CLIENT_ID: 'pas-board',
      BOARD_CLIENT_SECRET: 'x'.repeat(32),
    }
    const outcomes: unknown[] = []
    for (const changed of [{}, {}, { BOARD_CLIENT_SECRET: 'y'.repeat(32) }, {}])
      outcomes.push(await pasInProcess(Object.assign(variables, changed)).answerOf('app', 'provide-board'))
    expect(outcomes).toEqual(
      ['registered', 'unchanged', 'changed', 'unchanged'].map((outcome) => ({
        client_id: 'pas-board',
        outcome,
      })),
    )
    const audited = await database.db.auditEvent.findMany({
      where: { action: 'application.provide_board' },
      orderBy: { id: 'asc' },
    })
    expect(audited.map(({ target, details }) => [target, details])).toEqual([
      ['application:pas-board', { outcome: 'registered' }],
      ['application:pas-board', { outcome: 'changed' }],
    ])
  })

  it('says when a command changed nothing, and leaves "done" to those that did', async () => {
    const account = String(labs)
    for (const [verb, ended] of [
      ['disable', '; sessions and tokens that were left have ended'],
      ['enable', ''],
    ] as const) {
      expect(await cli.pas('account', verb, account)).toMatchObject({ status: 0, stdout: 'done\n' })
      expect(await cli.pas('account', verb, account)).toMatchObject({
        status: 0,
        stdout: `account:${account} was ${verb}d already${ended}\n`,
      })
    }
    expect(await cli.answerOf('user', 'disable', 'grace@person.example')).toEqual({ already: 'disabled' })
    expect(await cli.answerOf('app', 'enable', clientId)).toEqual({ already: 'enabled' })
  })
})
