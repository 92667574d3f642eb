import type { Email, Preview } from '@pas/db/database'
import {
  capturedColumns,
  capturingColumns,
  failedColumns,
  pendingColumns,
} from '@pas/testing/preview-columns'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'

const at = new Date('2026-01-01T00:00:00Z')

const values = {
  deadlineAt: at,
  capturedAt: at,
  width: 1,
  height: 1,
  truncated: false,
  drawnBy: '1',
  failure: 'engine_failed',
  failedAt: at,
} satisfies Partial<Preview>
type Column = keyof typeof values

const picture: Column[] = ['capturedAt', 'width', 'height', 'truncated', 'drawnBy']

/** The columns that each state must have (`has`) and must not have (`lacks`); the others are optional. */
const rules: Record<Preview['status'], { has: Column[]; lacks: Column[]; row: Partial<Preview> }> = {
  pending: { has: [], lacks: ['deadlineAt', 'failedAt', ...picture], row: pendingColumns() },
  capturing: { has: ['deadlineAt'], lacks: ['failedAt', ...picture], row: capturingColumns(at) },
  captured: { has: picture, lacks: ['deadlineAt', 'failure', 'failedAt'], row: capturedColumns(at) },
  failed: { has: ['failure', 'failedAt'], lacks: ['deadlineAt', ...picture], row: failedColumns(at) },
}
const states = Object.entries(rules)
const wrong = states.flatMap(([status, { has, lacks, row }]) => [
  ...has.map((column) => ({ status, what: `without ${column}`, row: { ...row, [column]: null } })),
  ...lacks.map((column) => ({ status, what: `with ${column}`, row: { ...row, [column]: values[column] } })),
])

describe('the table previews', () => {
  let stores: CaptureStores
  let email: Email
  beforeAll(async () => {
    stores = await openCaptureStores()
    email = await stores.addEmail()
  })
  afterAll(() => stores.close())

  it.each(states)('takes a %s preview as the code writes it', async (_, { row }) => {
    await expect(stores.addPreview(email, row)).resolves.toMatchObject(row)
  })

  it.each(['pending', 'capturing'] as const)('keeps the last failure of a %s preview', async (status) => {
    await stores.addPreview(email, { ...rules[status].row, failure: 'engine_failed' })
  })

  it.each(wrong)('refuses a $status preview $what', async ({ status, row }) => {
    await expect(stores.addPreview(email, row)).rejects.toThrow(`previews_${status}_check`)
    const { id } = await stores.addPreview(email)
    await expect(stores.db.preview.update({ where: { id }, data: row })).rejects.toThrow(
      `previews_${status}_check`,
    )
  })
})
