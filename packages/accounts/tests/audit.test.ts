import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { listAuditEvents, type AuditRange } from '../src/list-audit-events'
import { recordAuditEvent } from '../src/record-audit-event'

describe('the audit trail', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('keeps what was done, by whom, to what and from where, and lists it by time and number', async () => {
    const first = {
      at: new Date('2026-01-01T00:00:00Z'),
      actor: 'user:7',
      action: 'sign_in',
      target: 'user:7',
    }
    const second = { ...first, at: new Date('2026-01-02T00:00:00Z'), ip: '192.0.2.1' }
    await recordAuditEvent(database.db, first)
    await recordAuditEvent(database.db, { ...second, details: { tries: 3 } })

    const list = async (range: AuditRange) => {
      const events = []
      for await (const page of listAuditEvents(database, range))
        events.push(...page.map(({ id: _id, ...event }) => event))
      return events
    }
    const rows = [
      { ...first, ip: null, details: null },
      { ...second, details: { tries: 3 } },
    ]
    expect(await list({})).toEqual(rows)
    expect(await list({ since: second.at })).toEqual(rows.slice(1))
    expect(await list({ until: second.at })).toEqual(rows.slice(0, 1))
    expect(await list({ limit: 1 })).toEqual(rows.slice(1))
    expect(await list({ since: new Date('2026-01-03T00:00:00Z') })).toEqual([])
    expect(await list({ since: new Date('2026-01-03T00:00:00Z'), limit: 1 })).toEqual([])
    expect((await database.db.auditEvent.findFirst({ where: { ip: '192.0.2.1' } }))?.details).toEqual({
      tries: 3,
    })
  })

  it('rolls a row back together with the change that it records', async () => {
    const before = await database.db.auditEvent.count()
    const undone = database.db.$transaction(async (db) => {
      await recordAuditEvent(db, { at: new Date(), actor: 'operator:x', action: 'test', target: 'nothing' })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await database.db.auditEvent.count()).toBe(before)
  })
})
