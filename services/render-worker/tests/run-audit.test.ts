import { randomUUID } from 'node:crypto'
import type { MeasuredContrast } from '@pas/email-checks/measurements'
import { checkResultKey } from '@pas/checks/storage-keys'
import { runAudit, type CheckDeps } from '../src/run-audit'
import { openAudits } from './open-audits'
import type { TestStores } from './test-stores'

const html = [
  '<!doctype html>',
  '<html lang="en"><title>A</title>',
  '<body style="background:#fff">',
  '<p style="color:#ddd">Hardly seen</p>',
  '<p style="color:#222">Well seen</p>',
].join('\n')

let stores: TestStores
let deps: CheckDeps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ stores, deps, close } = await openAudits())
})
afterAll(() => close())

async function addContrast(
  emailClient: string,
  content: { htmlText?: string; plainText?: string } = { htmlText: html },
) {
  const emailId = await stores.createEmail(content)
  const { id } = await stores.addAudit('contrast', emailId, emailClient)
  return { id, key: checkResultKey(emailId, 'contrast', emailClient), emailId }
}

const rowOf = (id: string) => stores.db.emailCheck.findUniqueOrThrow({ where: { id } })
const resultAt = async (key: string): Promise<MeasuredContrast | null> => {
  const stored = await stores.storage.get(key)
  return stored && (JSON.parse(stored.body.toString()) as MeasuredContrast)
}

it('keeps the texts that do not pass, each with its place in the email as sent', async () => {
  const { id, key } = await addContrast('CHROMEGMAILNEW')
  expect(await runAudit(deps, id, { isTakeover: false })).toMatchObject({ outcome: 'done', name: 'contrast' })
  expect(await rowOf(id)).toMatchObject({ status: 'done', attempt: 1, endedAt: stores.clock.now() })
  expect(await resultAt(key)).toEqual({
    texts: [
      {
        text: 'Hardly seen',
        where: { line: 4, column: 1 },
        ratio: 1.35,
        needed: 4.5,
        textColour: '#dddddd',
        background: '#ffffff',
        verdict: 'fails',
        reason: null,
      },
    ],
    measured: 2,
    unmeasured: 0,
  })
})

it('measures what an email client in the dark draws', async () => {
  const { id, key } = await addContrast('CHROMEOUTLOOKCOMDARK')
  expect(await runAudit(deps, id, { isTakeover: false })).toMatchObject({ outcome: 'done', name: 'contrast' })
  const { texts = [] } = (await resultAt(key)) ?? {}
  expect(texts.map(({ text, background }) => [text, background])).not.toContainEqual([
    'Hardly seen',
    '#ffffff',
  ])
})

it('does not begin what is under way, and takes over what is over its time', async () => {
  const { id } = await addContrast('CHROMEGMAILNEW')
  await stores.db.emailCheck.update({
    where: { id },
    data: { status: 'running', attempt: 1, deadlineAt: new Date(stores.clock.now().getTime() + 1_000) },
  })
  expect(await runAudit(deps, id, { isTakeover: false })).toEqual({ outcome: 'nothing_to_do' })
  stores.clock.advance(1_000)
  expect(await runAudit(deps, id, { isTakeover: false })).toMatchObject({ outcome: 'done', name: 'contrast' })
  expect(await rowOf(id)).toMatchObject({ status: 'done', attempt: 2 })
})

it('says that it failed when the email is gone, or is no document of a browser', async () => {
  const gone = await addContrast('CHROMEGMAILNEW')
  await stores.storage.deletePrefix(`emails/${gone.emailId}/`)
  const text = await addContrast('PLAINTEXT', { plainText: 'Hello' })
  for (const [{ id }, kind] of [
    [gone, 'content_gone'],
    [text, 'unsupported_document'],
  ] as const) {
    expect(await runAudit(deps, id, { isTakeover: false })).toMatchObject({ outcome: 'failed', kind })
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failure: kind, deadlineAt: null })
  }
})

it('leaves nothing behind when the email was erased meanwhile', async () => {
  const { id, key } = await addContrast('CHROMEGMAILNEW')
  const storage: CheckDeps['storage'] = {
    get: (wanted) => stores.storage.get(wanted),
    deletePrefix: (prefix) => stores.storage.deletePrefix(prefix),
    put: async (...object) => {
      await stores.storage.put(...object)
      await stores.db.emailCheck.delete({ where: { id } })
    },
  }
  expect(await runAudit({ ...deps, storage }, id, { isTakeover: false })).toMatchObject({
    outcome: 'removed',
    name: 'contrast',
  })
  expect(await stores.storage.get(key)).toBeNull()
})

it('is all that a worker may change: no row of links, spam or reports', async () => {
  const emailId = await stores.createEmail({ htmlText: html })
  const { accountId } = await stores.db.email.findUniqueOrThrow({ where: { id: emailId } })
  const { id } = await stores.db.emailCheck.create({
    data: {
      ...{ id: randomUUID(), emailId, accountId, name: 'links', status: 'running' },
      ...{ requestedAt: stores.clock.now(), deadlineAt: stores.clock.now() },
    },
  })
  expect(await stores.workerDb.emailCheck.updateMany({ where: { id }, data: { attempt: 7 } })).toEqual({
    count: 0,
  })
  expect(await stores.workerDb.$queryRaw`SELECT id FROM email_checks WHERE id = ${id}::uuid`).toEqual([])
  expect(await rowOf(id)).toMatchObject({ attempt: 0 })
})
