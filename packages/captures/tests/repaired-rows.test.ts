import { readFileSync } from 'node:fs'
import path from 'node:path'
import { capturedColumns, capturingColumns, failedColumns } from '@pas/testing/preview-columns'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'

function statementsOf(migration: string): string[] {
  const file = path.resolve(__dirname, '../../../prisma/migrations', migration, 'migration.sql')
  const sql = readFileSync(file, 'utf8').replace(/^--.*$/gm, '')
  return sql.split(';').filter((statement) => statement.trim() !== '')
}

describe('the migrations that check the states of previews', () => {
  let stores: CaptureStores
  beforeEach(async () => {
    stores = await openCaptureStores()
    for (const state of ['pending', 'capturing', 'captured', 'failed'])
      await stores.db.$executeRawUnsafe(`ALTER TABLE previews DROP CONSTRAINT previews_${state}_check`)
  })
  afterEach(() => stores.close())

  it('repair rows that would break them, leave the others alone, and end validated', async () => {
    const { clock } = stores
    const open = await stores.addEmail()
    const erased = await stores.addEmail({ contentErasedAt: clock.now() })
    const sound = [
      await stores.addPreview(open, { failure: 'engine_failed' }),
      await stores.addPreview(open, capturingColumns(clock.now())),
      await stores.addPreview(open, capturedColumns(clock.now())),
      await stores.addPreview(open, failedColumns(clock.now())),
    ]
    const broken = {
      noPicture: await stores.addPreview(open, { status: 'captured' }),
      noPictureErased: await stores.addPreview(erased, { status: 'captured', capturedAt: clock.now() }),
      noDeadline: await stores.addPreview(open, { status: 'capturing' }),
      failedWithout: await stores.addPreview(open, { status: 'failed', deadlineAt: clock.now() }),
      capturedWith: await stores.addPreview(open, { ...capturedColumns(clock.now()), failure: 'x' }),
      pendingWith: await stores.addPreview(open, { capturedAt: clock.now(), failedAt: clock.now() }),
    }
    for (const migration of ['20261123000000_preview_states', '20261123010000_preview_states_validated'])
      for (const statement of statementsOf(migration)) await stores.db.$executeRawUnsafe(statement)
    const rowOf = ({ id }: { id: string }) => stores.db.preview.findUniqueOrThrow({ where: { id } })
    for (const row of sound) expect(await rowOf(row)).toEqual(row)
    expect(await rowOf(broken.noPicture)).toMatchObject({ status: 'pending' })
    expect(await rowOf(broken.noPictureErased)).toMatchObject({ status: 'failed', failure: 'content_gone' })
    expect(await rowOf(broken.noDeadline)).toMatchObject({ status: 'pending' })
    expect(await rowOf(broken.failedWithout)).toMatchObject({ status: 'failed', failure: 'engine_failed' })
    expect(await rowOf(broken.capturedWith)).toMatchObject({ status: 'captured', failure: null })
    expect(await rowOf(broken.pendingWith)).toMatchObject({ status: 'pending', capturedAt: null })
    const validated = await stores.db.$queryRaw<unknown[]>`
      SELECT FROM pg_constraint WHERE conrelid = 'previews'::regclass AND contype = 'c' AND convalidated`
    expect(validated).toHaveLength(4)
  })
})
