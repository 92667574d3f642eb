import type { MeasuredEffects, MeasuredHere } from '@pas/email-clients/effects/measured-here'
import { checkResultKey } from '@pas/checks/storage-keys'
import { runAudit, type AuditPart, type CheckDeps } from '../src/run-audit'
import { openAudits } from './open-audits'
import type { TestStores } from './test-stores'

/** Outlook 365 has no round corners and no shadows: on a grey box they are seen, on a box without a colour not. */
const html = [
  '<!doctype html><html lang="en"><title>A</title><body style="margin:0">',
  '<table width="600"><tr><td style="background:#336699;border-radius:20px;height:100px">Button</td></tr></table>',
  '<table width="600"><tr><td style="border-radius:20px;height:60px">Text</td></tr></table>',
  '<p style="cursor:help">End</p>',
].join('\n')

let stores: TestStores
let deps: CheckDeps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ stores, deps, close } = await openAudits())
})
afterAll(() => close())

async function measure(htmlText: string, emailClient = 'OL365'): Promise<MeasuredEffects & { row: unknown }> {
  const emailId = await stores.createEmail({ htmlText })
  const { id } = await stores.addAudit('effects', emailId, emailClient)
  let progress: AuditPart['progress'] | null = null
  for (;;) {
    const ended = await runAudit(deps, id, { isTakeover: false, progress })
    if (ended.outcome === 'part') {
      progress = ended.progress
      continue
    }
    expect(ended).toMatchObject({ outcome: 'done', name: 'effects' })
    const stored = await stores.storage.get(checkResultKey(emailId, 'effects', emailClient))
    const row = await stores.db.emailCheck.findUniqueOrThrow({ where: { id } })
    return { ...(JSON.parse(String(stored?.body)) as MeasuredEffects), row }
  }
}

const at = ({ changes }: MeasuredEffects, what: string, line: number): MeasuredHere | undefined =>
  changes.find((change) => change.what === what && change.where?.line === line)

it('tells a change that is seen, and where, from the same change that is not seen', async () => {
  const measured = await measure(html)
  expect(at(measured, 'border-radius', 2)).toMatchObject({ isSeen: true, isSlight: true })
  for (const { x, y, width, height } of at(measured, 'border-radius', 2)?.boxes ?? []) {
    expect([x + width, y + height].every((end) => end <= 620)).toBe(true)
    expect(Math.max(width, height)).toBeLessThanOrEqual(40)
  }
  expect(at(measured, 'border-radius', 2)?.boxes).toHaveLength(4)
  expect(at(measured, 'border-radius', 3)).toMatchObject({ isSeen: false, boxes: [] })
  expect(measured.unknown).toBe(0)
  expect(measured.row).toMatchObject({
    status: 'done',
    changesSeen: measured.changes.filter(({ isSeen }) => isSeen).length,
    changesUnknown: 0,
  })
})

it('does not call it slight that a block is lower without a trace in the unchanged picture', async () => {
  const block = '<div style="background:#336699;min-height:90px">Sale</div>'
  const measured = await measure(
    ['<!doctype html><html lang="en"><title>A</title><body style="margin:0">', block, block].join('\n'),
  )
  const lower = at(measured, 'min-height', 2)
  expect(lower).toMatchObject({ isSeen: true })
  expect(lower?.isSlight).toBeUndefined()
})

it('draws nothing for an email of which nothing is changed', async () => {
  const { changes, unknown, row } = await measure('<p>Hello</p>')
  expect({ changes, unknown }).toEqual({ changes: [], unknown: 0 })
  expect(row).toMatchObject({ pictures: 0 })
})

it('draws 24 pictures at most, and says how many changes it did not measure', async () => {
  const cells = Array.from(
    { length: 60 },
    (_, row) => `<tr><td style="background:#336699;border-radius:${row + 5}px">${row}</td></tr>`,
  )
  const { changes, unknown, row } = await measure(`<table width="600">\n${cells.join('\n')}\n</table>`)
  expect(row).toMatchObject({ pictures: 24, changesUnknown: unknown })
  expect(changes.every(({ isSeen }) => isSeen)).toBe(true)
  expect(changes.length + unknown).toBe(60)
  expect(changes.length).toBeGreaterThanOrEqual(10)
})
