import { randomUUID } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { checkResultKey } from '@pas/checks/storage-keys'
import { adoptStore } from '@pas/retention/installation-mark'
import { systemClock } from '@pas/runtime/clock'
import { openStorage } from '@pas/storage/open-storage'
import { addEmail } from '@pas/testing/add-email'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { pasInProcess, type PasInProcess } from './pas-in-process'

describe('pas checks', () => {
  let database: TestDatabase
  let folder: TestFolder
  let cli: PasInProcess
  let accountId: number
  const guids: string[] = []
  const requestedAt = new Date('2026-11-27T09:00:00.000Z')
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    cli = pasInProcess({ DATABASE_URL: database.url, STORAGE_URL: folder.url })
    const { db } = database
    accountId = (await createAccount({ db, clock: systemClock }, { name: 'Acme' })).id
    const row = { id: randomUUID(), accountId, requestedAt, status: 'done', endedAt: requestedAt }
    for (const index of [0, 1]) {
      const { id: emailId } = await addEmail(db, { accountId, createdAt: new Date() })
      guids.push(emailId)
      await db.emailCheck.create({ data: { ...row, id: randomUUID(), emailId, name: 'links' } })
      await db.emailCheck.create({
        data: {
          ...{ id: randomUUID(), emailId, accountId, name: 'contrast' },
          ...{ emailClient: 'CHROMEGMAILNEW', engine: 'chromium', status: 'pending' },
          requestedAt: new Date(requestedAt.getTime() + 1 + index),
        },
      })
    }
  })
  afterAll(async () => {
    await database.close()
    await folder.close()
  })

  const list = (...args: string[]) =>
    cli.answerOf('checks', 'list', ...args) as Promise<Record<string, unknown>[]>

  it('lists what is measured and asked, in parts, and by account, name and status', async () => {
    const all = await list()
    expect(all).toHaveLength(4)
    const [, , third] = all
    expect(third).toEqual({
      check_id: expect.any(String) as string,
      account_id: accountId,
      email_guid: guids[0],
      name: 'contrast',
      client: 'CHROMEGMAILNEW',
      engine: 'chromium',
      status: 'pending',
      attempts: 0,
      requested_at: '2026-11-27T09:00:00.001Z',
      ended_at: null,
      failure: null,
      reason: null,
    })
    expect(await list('--limit', '1', '--after', String(third?.check_id))).toEqual([all[3]])
    expect(
      await list('--status', 'pending', '--name', 'contrast', '--account', String(accountId)),
    ).toHaveLength(2)
    expect(await list('--since', '2026-11-27T09:00:00.002Z')).toEqual([all[3]])
    expect(await list('--name', 'effects')).toEqual([])
    expect(await cli.failureOf('checks', 'list', '--after', randomUUID())).toMatchObject({
      code: 'check_not_found',
    })
    expect(await cli.answerOf('account', 'show', String(accountId))).toMatchObject({ checks_under_way: 2 })
  })

  it('says why one failed, and what to do', async () => {
    const { db } = database
    const row = { accountId, requestedAt, endedAt: requestedAt, status: 'failed', emailId: guids[0] ?? '' }
    const audit = { name: 'effects', emailClient: 'OL2016', engine: 'chromium', failure: 'worker_lost' }
    await db.emailCheck.create({ data: { ...row, id: randomUUID(), ...audit } })
    // A release that kept no failure.
    await db.emailCheck.create({ data: { ...row, id: randomUUID(), name: 'spam' } })
    expect(await list('--status', 'failed', '--name', 'effects')).toMatchObject([
      { failure: 'worker_lost', reason: expect.stringContaining('OOMKilled') as string },
    ])
    expect(await list('--status', 'failed', '--name', 'spam')).toMatchObject([
      { failure: null, reason: null },
    ])
    await db.emailCheck.deleteMany({ where: { status: 'failed' } })
  })

  it('shows those of one email, and deletes them with their results, and audits both', async () => {
    const [guid = '', other = ''] = guids
    const storage = openStorage({ kind: 'file', path: folder.path })
    try {
      await adoptStore({ db: database.db, storage, clock: systemClock })
      for (const email of guids)
        await storage.put(checkResultKey(email, 'links', ''), Buffer.from('[]'), 'application/json')
      expect(await cli.answerOf('checks', 'show', guid)).toMatchObject([
        { name: 'links' },
        { name: 'contrast' },
      ])
      expect(await cli.answerOf('checks', 'delete', '--email-guid', guid)).toEqual({ checks: 2 })
      expect(await cli.answerOf('checks', 'show', guid)).toEqual([])
      expect(await storage.get(checkResultKey(guid, 'links', ''))).toBeNull()
      expect(await storage.get(checkResultKey(other, 'links', ''))).not.toBeNull()
      expect(await list()).toHaveLength(2)
    } finally {
      storage.close()
    }
    const audit = await database.db.auditEvent.findMany({
      where: { target: `email:${guid}` },
      orderBy: { id: 'asc' },
    })
    expect(audit.map(({ action, details }) => [action, details])).toEqual([
      ['checks.show', null],
      ['checks.delete', { account_id: accountId, checks: 2 }],
      ['checks.show', null],
    ])
    expect(await cli.failureOf('checks', 'delete', randomUUID())).toMatchObject({
      status: 1,
      code: 'email_not_found',
    })
  })
})
