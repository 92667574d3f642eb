import { randomBytes, randomUUID } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { createUser } from '@pas/accounts/create-user'
import { picturePrefix } from '@pas/captures/storage-keys'
import type { Email, Preview } from '@pas/db/database'
import { putContent } from '@pas/emails/email-content'
import { emailPrefix } from '@pas/emails/storage-keys'
import { adoptStore } from '@pas/retention/installation-mark'
import { systemClock } from '@pas/runtime/clock'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { addEmail } from '@pas/testing/add-email'
import { capturedColumns, failedColumns, pendingColumns } from '@pas/testing/preview-columns'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { pasInProcess, type PasInProcess } from './pas-in-process'

type Row = Record<string, unknown>

const hourMs = 3_600_000
const ago = (ms: number): Date => new Date(Date.now() - ms)

describe('one email, for an operator', () => {
  let database: TestDatabase
  let folder: TestFolder
  let storage: Storage
  let cli: PasInProcess
  let accountId: number
  let otherAccountId: number
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    storage = openStorage({ kind: 'file', path: folder.path })
    cli = pasInProcess({ DATABASE_URL: database.url, STORAGE_URL: folder.url })
    const deps = { db: database.db, clock: systemClock }
    await adoptStore({ ...deps, storage })
    accountId = (await createAccount(deps, { name: 'Acme' })).id
    otherAccountId = (await createAccount(deps, { name: 'Zenith' })).id
  })
  afterEach(async () => {
    await database.db.email.deleteMany()
  })
  afterAll(async () => {
    storage.close()
    await database.close()
    await folder.close()
  })

  const addContent = async (email: Partial<Email> = {}): Promise<Email> => {
    const row = await addEmail(database.db, { accountId, subject: 'Secret plans', ...email })
    await putContent(storage, row.id, {
      ...{ htmlText: '<p>Secret\r\n\u001b[31mplans</p>', plainText: null, subject: 'Secret plans' },
      ...{ fromAddress: 'ceo@acme.example', fromDisplayName: null },
    })
    return row
  }
  const addPreview = async (email: Email, emailClient: string, row: Partial<Preview>): Promise<Preview> => {
    const preview = await database.db.preview.create({
      data: {
        ...{ id: randomUUID(), emailId: email.id, accountId: email.accountId, emailClient, engine: 'text' },
        ...{ orientation: 'vertical', images: 'allowed', imageToken: randomBytes(24).toString('base64url') },
        ...{ requestedAt: email.createdAt, ...row },
      },
    })
    await storage.put(`${picturePrefix(preview)}full.png`, Buffer.from('png'), 'image/png')
    return preview
  }
  const rows = async (...args: string[]): Promise<Row[]> => (await cli.answerOf(...args)) as Row[]
  const lastEvent = () => database.db.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } })

  it('captures that failed are listed with the reason and what to do, since a time, and in parts', async () => {
    const email = await addContent({ createdAt: ago(3 * hourMs) })
    const old = await addPreview(email, 'OL2016', failedColumns(ago(2 * hourMs)))
    const failed = await addPreview(email, 'PLAINTEXT', failedColumns(ago(60_000), 'capture_timeout'))
    const waiting = await addPreview(email, 'YAHOO', pendingColumns())
    await addPreview(email, 'GMAILNEW', capturedColumns(new Date()))
    const elsewhere = await addContent({ accountId: otherAccountId })
    const others = await addPreview(elsewhere, 'OL2016', failedColumns(new Date()))

    const list = await rows('captures', 'list', '--status', 'failed', '--since', '1h')
    expect(list.map((row) => row.preview_id).sort()).toEqual([failed.id, others.id].sort())
    expect(list.find((row) => row.preview_id === failed.id)).toEqual({
      ...{ preview_id: failed.id, account_id: accountId, email_guid: email.id, client: 'PLAINTEXT' },
      ...{ orientation: 'vertical', images: 'allowed', engine: 'text', status: 'failed', attempts: 3 },
      ...{ requested_at: email.createdAt.toISOString(), failed_at: failed.failedAt?.toISOString() },
      failure: 'capture_timeout',
      reason: expect.stringMatching(/CAPTURE_TIMEOUT_MS \(20000 .* lighter .*retry-failed/) as string,
    })
    const account = ['--account', String(accountId)]
    const all = (await rows('captures', 'list', ...account)).map((row) => row.preview_id)
    expect([...all].sort()).toEqual([old.id, failed.id, waiting.id].sort())
    const parts = await cli.pas('captures', 'list', ...account, '--limit', '2')
    expect(parts.stdout).toContain(`There may be more: add --after ${String(all[1])}\n`)
    const rest = await rows('captures', 'list', ...account, '--after', String(all[1]))
    expect(rest.map((row) => row.preview_id)).toEqual(all.slice(2))
    expect(await lastEvent()).toMatchObject({ action: 'captures.list', target: `account:${accountId}` })
    expect(await cli.failureOf('captures', 'list', '--after', randomUUID())).toMatchObject({
      code: 'capture_not_found',
      message: expect.stringContaining('pas captures list') as string,
    })
    for (const since of ['1x', 'h', '-1h', '99999d'])
      expect(await cli.failureOf('captures', 'list', '--since', since)).toMatchObject({ status: 2 })
  })

  it('emails are listed without what they say, by account, reference and time, and in parts', async () => {
    const first = await addContent({ reference: 'order-17', createdAt: ago(3 * hourMs) })
    const second = await addContent({ createdAt: ago(60_000), inbox: 'staging' })
    const other = await addContent({ accountId: otherAccountId, reference: 'order-17' })
    const guids = async (...args: string[]) =>
      (await rows('email', 'list', ...args)).map((row) => row.email_guid)
    expect(await guids()).toEqual([first.id, second.id, other.id])
    expect(await guids('--since', '1h')).toEqual([second.id, other.id])
    expect(await guids('--reference', 'order-17', '--account', String(accountId))).toEqual([first.id])
    expect(await guids('--inbox', 'staging')).toEqual([second.id])
    expect(await guids('--limit', '1', '--after', first.id)).toEqual([second.id])
    expect((await rows('email', 'list', '--limit', '1'))[0]).toEqual({
      ...{ email_guid: first.id, account_id: accountId, reference: 'order-17', inbox: null, status: 'open' },
      ...{ created_at: first.createdAt.toISOString(), expires_at: first.expiresAt.toISOString() },
    })
    expect((await cli.pas('email', 'list')).stdout).not.toMatch(/Secret|ceo@/)
  })

  it('an email is shown by guid or reference with its failed previews, and what it says only with --source', async () => {
    const email = await addContent({ reference: 'order-17' })
    await addPreview(email, 'OL2016', failedColumns(new Date(), 'content_gone'))
    await addPreview(email, 'YAHOO', capturedColumns(new Date()))
    const shown = (await cli.answerOf('email', 'show', email.id)) as Row
    expect(shown).toMatchObject({
      ...{ email_guid: email.id, reference: 'order-17', status: 'open', share_links: 0 },
      ...{ captured: 1, waiting: 0, failed: 1 },
      previews_not_captured: [{ client: 'OL2016', failure: 'content_gone' }],
    })
    expect(await cli.answerOf('email', 'show', 'order-17')).toEqual(shown)
    const event = { action: 'email.show', target: `email:${email.id}`, details: { account_id: accountId } }
    expect(await lastEvent()).toMatchObject(event)
    const { stdout } = await cli.pas('email', 'show', 'order-17')
    expect(stdout).toMatch(/OL2016 .*content_gone +not drawn in the 48 hours/)
    expect(JSON.stringify(shown) + stdout).not.toMatch(/Secret|ceo@/)

    expect(await cli.answerOf('email', 'show', 'order-17', '--source')).toMatchObject({
      source: {
        subject: 'Secret plans',
        from_address: 'ceo@acme.example',
        html_text: '<p>Secret\r\n\u001b[31mplans</p>',
      },
    })
    expect(await lastEvent()).toMatchObject({ ...event, action: 'email.source' })
    // Control characters would act on the operator's terminal; mail ends its lines with CR LF.
    expect((await cli.pas('email', 'show', email.id, '--source')).stdout).toContain(
      '<p>Secret\n?[31mplans</p>',
    )

    await addContent({ reference: 'order-17', accountId: otherAccountId })
    expect(await cli.failureOf('email', 'show', 'order-17')).toMatchObject({ code: 'email_ambiguous' })
    expect(await cli.failureOf('email', 'show', 'order-18')).toMatchObject({ code: 'email_not_found' })
    expect(await lastEvent()).toMatchObject({ action: 'email.show.failed', target: 'email' })
    await storage.deletePrefix(emailPrefix(email.id))
    expect(await cli.failureOf('email', 'show', email.id, '--source')).toMatchObject({ code: 'email_erased' })
  })

  it('an email is deleted with all that belongs to it, after the operator has typed its guid', async () => {
    const email = await addContent({ reference: 'order-17' })
    const kept = await addContent()
    const picture = await addPreview(email, 'YAHOO', capturedColumns(new Date()))
    await addPreview(email, 'OL2016', pendingColumns())
    expect(await cli.failureOf('email', 'delete', 'order-17')).toMatchObject({ status: 2, code: 'usage' })
    cli.typed = 'order-17'
    expect(await cli.failureOf('email', 'delete', 'order-17')).toMatchObject({ code: 'not_confirmed' })
    expect(await database.db.email.count()).toBe(2)
    cli.typed = email.id
    expect(await cli.answerOf('email', 'delete', 'order-17')).toEqual({
      ...{ deleted: `email:${email.id}`, links: 0 },
    })
    cli.typed = undefined
    expect(await database.db.preview.count()).toBe(0)
    expect(await database.db.email.findMany()).toMatchObject([{ id: kept.id }])
    for (const prefix of [emailPrefix(email.id), picturePrefix(picture)])
      expect(
        await storage.get(`${prefix}${prefix.startsWith('emails') ? 'email.json' : 'full.png'}`),
      ).toBeNull()
    expect(await storage.get(`${emailPrefix(kept.id)}email.json`)).not.toBeNull()
    expect(await lastEvent()).toMatchObject({
      ...{
        action: 'email.delete',
        target: `email:${email.id}`,
        details: { account_id: accountId, links: 0 },
      },
    })
    expect(await cli.failureOf('email', 'delete', email.id, '--yes')).toMatchObject({
      code: 'email_not_found',
    })
  })

  it('a sign-in link is shown where auth is on loopback, and refused elsewhere', async () => {
    const deps = { db: database.db, clock: systemClock }
    const person = { accountId, email: 'ada@acme.example', firstName: 'Ada', lastName: 'Lee' }
    const { id } = await createUser(deps, person)
    const withUrls = (authUrl: string) =>
      pasInProcess({ DATABASE_URL: database.url, AUTH_URL: authUrl, BOARD_URL: 'https://localhost:8451' })
    const link = () => withUrls('https://localhost:8443').answerOf('user', 'sign-in-link', person.email)
    const shown = (await link()) as Row
    expect(shown.link).toMatch(/^https:\/\/localhost:8451\/signin\?link=pas_lnk_[\w-]{43}$/)
    expect(await link()).not.toEqual(shown)
    expect(await database.db.oneTimeLink.count({ where: { userId: id } })).toBe(1)
    expect(await lastEvent()).toMatchObject({ action: 'user.sign_in_link', target: `user:${id}` })
    expect(
      await withUrls('https://auth.example.com').failureOf('user', 'sign-in-link', person.email),
    ).toMatchObject({ status: 1, code: 'not_on_loopback' })
    await cli.answerOf('user', 'disable', person.email)
    expect(
      await withUrls('https://localhost:8443').failureOf('user', 'sign-in-link', person.email),
    ).toMatchObject({ code: 'user_inactive' })
  })
})
