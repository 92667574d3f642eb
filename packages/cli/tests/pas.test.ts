import { verifyPassword } from '@pas/accounts/passwords'
import { sha256 } from '@pas/accounts/secrets'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder } from '@pas/testing/test-folder'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runPasProcess, type PasResult } from './run-pas-process'

const callback = 'https://partner.example.com/callback'

// Every process compiles and loads what it needs: a second of work each, more while other test files run.
jest.setTimeout(120_000)

describe('bin/pas', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const pas = (...args: string[]): Promise<PasResult> => runPasProcess(args, { DATABASE_URL: database.url })
  const jsonOf = ({ status, stdout, stderr }: PasResult): Record<string, string | number> => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout) as Record<string, string | number>
  }
  const answerOf = async (...args: string[]) => jsonOf(await pas(...args, '--json'))
  const auditRows = () => database.db.auditEvent.findMany({ orderBy: { id: 'asc' } })

  it('makes an account, a user and an application, and writes one audit row each without a secret in it', async () => {
    const before = (await auditRows()).length
    const account = await answerOf('account', 'create', '--name', 'Acme')
    const parent = String(account.account_id)
    const subAccount = await answerOf('account', 'create', '--name', 'Labs', '--parent', parent)
    const person = ['--account', parent, '--first-name', 'Ada', '--last-name', 'Lovelace']
    const user = await answerOf('user', 'create', ...person, '--email', 'Ada@Example.com')
    const chosen = ['--email', 'joan@example.com', '--password-stdin', '--json']
    const other = jsonOf(
      await runPasProcess(
        ['user', 'create', ...person, ...chosen],
        { DATABASE_URL: database.url },
        {
          input: 'a chosen password\n',
        },
      ),
    )
    const app = await answerOf(
      'app',
      'create',
      '--account',
      parent,
      '--name',
      'Partner',
      '--callback',
      callback,
    )
    const key = await answerOf('key', 'create', '--account', parent, '--client-id', String(app.client_id))

    expect(account).toEqual({ account_id: expect.any(Number) as number })
    expect(
      await database.db.account.findUnique({ where: { id: Number(subAccount.account_id) } }),
    ).toMatchObject({
      name: 'Labs',
      parentId: account.account_id,
    })
    expect(user).toEqual({
      user_id: expect.any(Number) as number,
      email: 'ada@example.com',
      role: 'admin',
      password: expect.stringMatching(/^pas_pwd_[A-Za-z0-9_-]{22,}$/) as string,
    })
    const userId = expect.any(Number) as number
    expect(other).toEqual({ user_id: userId, email: 'joan@example.com', role: 'member' })
    const joan = await database.db.user.findUniqueOrThrow({ where: { email: 'joan@example.com' } })
    expect(await verifyPassword(joan.passwordHash, 'a chosen password')).toBe(true)
    expect(Object.keys(app)).toEqual(['client_id', 'client_secret', 'api_key'])
    expect(Object.keys(key)).toEqual(['api_key'])
    const keyHashes = [app.api_key, key.api_key].map((apiKey) => sha256(String(apiKey)))
    const keys = await database.db.apiKey.findMany({ where: { keyHash: { in: keyHashes } } })
    expect(keys.map(({ accountId }) => accountId)).toEqual([account.account_id, account.account_id])

    const rows = (await auditRows()).slice(before)
    expect(rows.map(({ action, target }) => [action, target])).toEqual([
      ['account.create', `account:${account.account_id}`],
      ['account.create', `account:${subAccount.account_id}`],
      ['user.create', `user:${user.user_id}`],
      ['user.create', `user:${other.user_id}`],
      ['application.create', `application:${app.client_id}`],
      ['api_key.create', `api_key:${String(key.api_key).slice(0, 18)}`],
    ])
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`operator:${os.userInfo().username}`]))
    const trail = JSON.stringify(rows.map(({ id: _id, ...row }) => row))
    for (const secret of [user.password, 'a chosen password', app.client_secret, app.api_key, key.api_key])
      expect(trail).not.toContain(secret)
  })

  it('lists the audit trail since a time, with exactly the members of the contract', async () => {
    await answerOf('account', 'create', '--name', 'Before')
    const since = new Date(((await auditRows()).at(-1)?.at.getTime() ?? 0) + 1).toISOString()
    const { account_id } = await answerOf('account', 'create', '--name', 'After')
    const at = (await auditRows()).at(-1)?.at.toISOString()
    expect(await answerOf('audit', 'list', '--since', since)).toEqual([
      {
        at,
        actor: `operator:${os.userInfo().username}`,
        action: 'account.create',
        target: `account:${account_id}`,
        ip: null,
      },
    ])
    expect((await auditRows()).at(-1)).toMatchObject({ action: 'audit.list' })
  })

  it('asks for the migration of an empty database, migrates it, and has nothing to do the second time', async () => {
    const empty = await createTestDatabase({ migrated: false })
    try {
      const env = { DATABASE_URL: empty.url }
      const tooEarly = await runPasProcess(['app', 'list', '--json'], env)
      expect(JSON.parse(tooEarly.stderr)).toMatchObject({ error: { code: 'not_migrated' } })
      const first = JSON.parse((await runPasProcess(['migrate', '--json'], env)).stdout) as Record<
        string,
        string[]
      >
      expect(first.applied_now).toEqual(first.applied)
      expect(first.applied?.length).toBeGreaterThan(0)
      const second: unknown = JSON.parse((await runPasProcess(['migrate', '--json'], env)).stdout)
      expect(second).toEqual({ applied: first.applied, applied_now: [] })
      expect(await empty.db.auditEvent.count({ where: { action: 'migrate' } })).toBe(2)
    } finally {
      await empty.close()
    }
  })

  it('says that Postgres is away, within seconds', async () => {
    const { status, stdout, stderr } = await runPasProcess(['app', 'list', '--json'], {
      DATABASE_URL: 'postgresql://pas:hidden-password@127.0.0.1:1/pas',
    })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'database_unavailable' } })
    expect(stderr).not.toContain('hidden-password')
  })

  it("uses a running stack's environment, but none of it when DATABASE_URL names another database", async () => {
    const home = await createTestFolder()
    try {
      const lost = await runPasProcess(['app', 'list', '--json'], { PAS_HOME: home.path })
      expect(JSON.parse(lost.stderr)).toMatchObject({ error: { code: 'config_invalid' } })

      for (const name of ['w3m', 'lynx'])
        await writeFile(path.join(home.path, name), `#!/bin/sh\necho ${name} 9.8.7\n`, { mode: 0o755 })
      const stack = {
        DATABASE_URL: database.url,
        STORAGE_URL: 'file:///nowhere/of/the/stack',
        PATH: home.path,
      }
      await writeFile(path.join(home.path, 'environment.json'), JSON.stringify(stack), { mode: 0o600 })
      expect(await runPasProcess(['app', 'list'], { PAS_HOME: home.path })).toMatchObject({ status: 0 })

      const doctor = (env: Record<string, string>) =>
        runPasProcess(['doctor'], { PAS_HOME: home.path, ...env })
      expect((await doctor({})).stdout).toContain('/nowhere/of/the/stack')
      expect((await doctor({ PATH: '/nowhere' })).stdout).toMatch(/^ok +text +w3m\/9\.8\.7 lynx\/9\.8\.7/m)
      expect((await doctor({ DATABASE_URL: `${database.url}?other` })).stdout).toContain(
        'STORAGE_URL: is required',
      )
    } finally {
      await home.close()
    }
  })

  it('answers --help before it loads any package but its parser of arguments', async () => {
    const coverage = await createTestFolder()
    try {
      for (const args of [['--help'], ['user', 'create', '--help']])
        expect(await runPasProcess(args, { NODE_V8_COVERAGE: coverage.path })).toMatchObject({ status: 0 })
      const reports = await readdir(coverage.path)
      const loaded = await Promise.all(
        reports.map((file) => readFile(path.join(coverage.path, file), 'utf8')),
      )
      const packages = loaded.flatMap((text) => [...text.matchAll(/"file:[^"]*\/node_modules\/([^"/]+)/g)])
      expect(reports).toHaveLength(2)
      expect(new Set(packages.map(([, name]) => name))).toEqual(new Set(['commander']))
    } finally {
      await coverage.close()
    }
  })

  it('says that it has to be built first', async () => {
    const clone = await createTestFolder()
    try {
      await mkdir(path.join(clone.path, 'bin'))
      const script = path.join(clone.path, 'bin', 'pas')
      await copyFile(path.resolve(__dirname, '../../../bin/pas'), script)
      const { status, stdout, stderr } = await runPasProcess(['app', 'list'], {}, { script })
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain('node bin/bootstrap.mjs')
    } finally {
      await clone.close()
    }
  })
})
