import type { checksBody } from '@pas/api-contract/checks'
import { auditQueueName } from '@pas/checks/audit-job'
import { claimAudit } from '@pas/checks/audit-rows'
import type { MeasuredContrast } from '@pas/email-checks/measurements'
import type { z } from 'zod'
import { capturedColumns } from '@pas/testing/preview-columns'
import { insertPreview } from './add-preview'
import { startFakeMeasuring } from './fake-measuring'
import { checkResultKey } from '@pas/checks/storage-keys'
import { runRetention } from '@pas/retention/run-retention'
import { until } from '@pas/testing/until'
import { postJson } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type Checks = z.output<typeof checksBody>
type Check = Checks['checks'][number]

const html = '<!doctype html>\n<html lang="en"><title>A</title>\n<body><p style="color:#777">Buy now</p>'
const measured: MeasuredContrast = {
  texts: [
    {
      text: 'Buy now',
      where: { line: 3, column: 7 },
      ratio: 1.4,
      needed: 4.5,
      textColour: '#1a1a1a',
      background: '#262626',
      verdict: 'fails',
      reason: null,
    },
  ],
  measured: 3,
  unmeasured: 0,
}
const ofChromium = ['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK']

let api: TestApi
beforeAll(async () => {
  api = await startApi({ limits: { capturesWaiting: 3, capturesPerHour: 100 } })
})
afterAll(() => api.close())

async function contrastOf(
  guid: string,
  { clients = ofChromium, headers = {} } = {},
): Promise<Check & Pick<Checks, 'complete'>> {
  const query = ['contrast', 'size'].map((name) => `only=${name}`).join('&')
  const answer = await fetch(
    `${api.url}/emails/${guid}/checks?${query}${clients.map((code) => `&client=${code}`).join('')}`,
    { headers: { ...api.headers, ...headers } },
  )
  expect(answer.status).toBe(200)
  const { checks, complete } = (await answer.json()) as Checks
  const check = checks.find(({ name }) => name === 'contrast')
  if (!check) throw new Error('there is no contrast')
  return { ...check, complete }
}

const jobs = async (): Promise<number> =>
  await api.redisOfAdmin.zcard(`${api.redisPrefix}:${auditQueueName}:prioritized`)

describe('the contrast of a stored email', () => {
  it('is unavailable, and asked of nobody, without a worker of Chromium', async () => {
    const email_guid = await postEmail(api, { html_text: html })
    expect(await contrastOf(email_guid)).toMatchObject({
      status: 'unavailable',
      complete: true,
      description: "No worker of the engine 'chromium' runs.",
    })
    expect(await api.db.emailCheck.count()).toBe(0)
  })

  it('is measured once for each email client, and told with its place and its email clients', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    expect(await contrastOf(email_guid)).toMatchObject({ status: 'running', complete: false, findings: [] })
    expect(await contrastOf(email_guid)).toMatchObject({
      description: 'It is measured in 0 of 2 email clients; ask again.',
    })
    expect(await jobs()).toBe(2)
    const worker = startFakeMeasuring(api, measured)
    try {
      const { findings, ...rest } = await contrastOf(email_guid, { headers: { Prefer: 'wait=20' } })
      expect(rest).toMatchObject({
        status: 'done',
        complete: true,
        facts: { measured_in: ofChromium, texts: 6 },
      })
      expect(findings).toMatchObject([
        {
          rule: 'contrast/text',
          severity: 'error',
          what: 'Buy now',
          where: { line: 3, column: 7, snippet: '<p style="color:#777">' },
          clients: ofChromium,
          description: 'The contrast is 1.4:1 where 4.5:1 is needed.',
          detail: { text: '#1a1a1a', background: '#262626' },
        },
      ])
    } finally {
      await worker.close()
    }
  })

  it('is failed when no worker could measure it, and asked again a minute later', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    const failing = startFakeMeasuring(api, null)
    const wait = { headers: { Prefer: 'wait=20' } }
    expect(await contrastOf(email_guid, wait)).toMatchObject({
      status: 'failed',
      complete: true,
      description: 'It could be measured in 0 of 2 email clients; ask again in a minute.',
    })
    await failing.close()
    expect(await contrastOf(email_guid)).toMatchObject({ status: 'failed' })
    api.clock.advance(60_000)
    await api.pretendServed('chromium')
    const worker = startFakeMeasuring(api, measured)
    try {
      expect(await contrastOf(email_guid, wait)).toMatchObject({ status: 'done', complete: true })
    } finally {
      await worker.close()
    }
  })

  it.each([
    ['larger than any result', { text: 'x'.repeat(300_000) }],
    ['no such result', { textColour: 'url(#a)' }],
  ])(
    'is failed when what a worker stored is %s, and measured again a minute later',
    async (_what, change) => {
      await api.pretendServed('chromium')
      const email_guid = await postEmail(api, { html_text: html })
      const wait = { headers: { Prefer: 'wait=20' } }
      const text = { ...measured.texts[0], ...change } as MeasuredContrast['texts'][number]
      const forging = startFakeMeasuring(api, { ...measured, texts: [text] })
      expect(await contrastOf(email_guid, wait)).toMatchObject({ status: 'failed', findings: [] })
      await forging.close()
      api.clock.advance(60_000)
      await api.pretendServed('chromium')
      const worker = startFakeMeasuring(api, measured)
      try {
        expect(await contrastOf(email_guid, wait)).toMatchObject({ status: 'done' })
      } finally {
        await worker.close()
      }
    },
  )

  it('is told where it is measured, when no worker can measure the rest', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    const worker = startFakeMeasuring(api, measured)
    try {
      await contrastOf(email_guid, { headers: { Prefer: 'wait=20' } })
    } finally {
      await worker.close()
    }
    api.clock.advance(60_000)
    expect(await contrastOf(email_guid)).toMatchObject({ status: 'done', facts: { measured_in: ofChromium } })
    const more = await contrastOf(email_guid, { clients: [...ofChromium, 'OL2016'] })
    expect(more).toMatchObject({ status: 'unavailable', facts: { measured_in: ofChromium } })
    expect(more.findings).toHaveLength(1)
  })

  it('is asked again when the worker that measured it died', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    await contrastOf(email_guid)
    for (const { id } of await api.db.emailCheck.findMany({ where: { emailId: email_guid } }))
      await claimAudit({ ...api, jobTimeoutMs: 60_000 }, id, false)
    expect(await contrastOf(email_guid)).toMatchObject({ status: 'running' })
    api.clock.advance(60_000)
    await api.pretendServed('chromium')
    // The dead contrasts wait again, in the places that they had.
    expect(await contrastOf(email_guid)).toMatchObject({ status: 'running' })
    const worker = startFakeMeasuring(api, measured)
    try {
      expect(await contrastOf(email_guid, { headers: { Prefer: 'wait=20' } })).toMatchObject({
        status: 'done',
      })
    } finally {
      await worker.close()
    }
  })

  it('is given up when it has lost its worker three times, however often it is asked again', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    const rows = () => api.db.emailCheck.findMany({ where: { emailId: email_guid } })
    for (let lost = 1; lost <= 3; lost++) {
      expect(await contrastOf(email_guid)).toMatchObject({ status: 'running' })
      for (const { id } of await rows()) await claimAudit({ ...api, jobTimeoutMs: 60_000 }, id, false)
      api.clock.advance(60_000)
      await api.pretendServed('chromium')
    }
    for (let minute = 1; minute <= 3; minute++) {
      expect(await contrastOf(email_guid)).toMatchObject({
        status: 'failed',
        complete: true,
        description:
          'It could be measured in 0 of 2 email clients; measuring it in the others ended the worker each time, and is given up.',
      })
      api.clock.advance(60_000)
      await api.pretendServed('chromium')
    }
    expect(await rows()).toMatchObject([
      { status: 'failed', attempt: 3 },
      { status: 'failed', attempt: 3 },
    ])
    for (const { id } of await rows())
      expect(await claimAudit({ ...api, jobTimeoutMs: 60_000 }, id, true)).toBeNull()
  })

  it('may be asked again after any other failure, also one of the third attempt', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { html_text: html })
    for (let lost = 1; lost <= 2; lost++) {
      await contrastOf(email_guid)
      for (const { id } of await api.db.emailCheck.findMany({ where: { emailId: email_guid } }))
        await claimAudit({ ...api, jobTimeoutMs: 60_000 }, id, false)
      api.clock.advance(60_000)
      await api.pretendServed('chromium')
    }
    const failing = startFakeMeasuring(api, null)
    const wait = { headers: { Prefer: 'wait=20' } }
    expect(await contrastOf(email_guid, wait)).toMatchObject({ status: 'failed' })
    await failing.close()
    api.clock.advance(60_000)
    await api.pretendServed('chromium')
    const worker = startFakeMeasuring(api, measured)
    try {
      expect(await contrastOf(email_guid, wait)).toMatchObject({ status: 'done' })
    } finally {
      await worker.close()
    }
  })

  it('counts as a capture: as waiting for its engine, and in the hour', async () => {
    await api.pretendServed('chromium')
    const [first, second] = [
      await postEmail(api, { html_text: html }),
      await postEmail(api, { html_text: html }),
    ]
    await contrastOf(first)
    expect(await contrastOf(second)).toMatchObject({
      status: 'failed',
      description:
        "This account may have 3 captures and audits waiting for the engine 'chromium', and 2 are; ask again later.",
    })
    const configurations = ofChromium.map((client) => ({ client }))
    const refused = await postJson(api, '/emails', { html_text: html, configurations }, api.headers)
    expect(refused).toMatchObject({
      status: 429,
      body: { description: expect.stringContaining('and 2 are') as string },
    })
    await api.db.emailCheck.deleteMany({ where: { emailId: first } })
  })

  it('is erased with the email’s content, and stays a capture of its usage', async () => {
    await api.pretendServed('chromium')
    const id = await postEmail(api, { html_text: html, end_user_id: 'measured' })
    const worker = startFakeMeasuring(api, measured)
    try {
      await contrastOf(id, { headers: { Prefer: 'wait=20' } })
    } finally {
      await worker.close()
    }
    const left = await postEmail(api, { html_text: html, end_user_id: 'measured' })
    await contrastOf(left)
    // With a picture the email stays when its content is erased.
    await insertPreview(api, left, capturedColumns(api.clock.now()))
    const usage = async (): Promise<unknown> => {
      const answer = await fetch(`${api.url}/usage?group=end_user_id`, { headers: api.headers })
      const rows = (await answer.json()) as { end_user_id?: string; captures: number }[]
      return rows.filter(({ end_user_id }) => end_user_id === 'measured').map(({ captures }) => captures)
    }
    expect(await usage()).toEqual([3])
    const key = checkResultKey(id, 'contrast', 'CHROMEGMAILNEW')
    expect(await api.storage.get(key)).not.toBeNull()
    api.clock.advance(48 * 3_600_000 + 11 * 60_000)
    await runRetention({ ...api, signal: new AbortController().signal })
    expect(await api.storage.get(key)).toBeNull()
    expect(await api.db.emailCheck.findMany({ where: { emailId: left } })).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
    ])
    expect(await usage()).toEqual([3])
    await api.db.email.deleteMany({ where: { contentErasedAt: null } })
    api.clock.advance(181 * 24 * 3_600_000)
    await runRetention({ ...api, signal: new AbortController().signal })
    expect(await api.db.email.count({ where: { id } })).toBe(0)
    expect(await api.db.removedUsage.findFirst({ where: { endUserId: 'measured' } })).toMatchObject({
      captures: 3,
    })
  })

  it('says nothing of text, and of email clients that are drawn by others', async () => {
    await api.pretendServed('chromium')
    const email_guid = await postEmail(api, { plain_text: 'Buy now' })
    expect(await contrastOf(email_guid)).toMatchObject({
      status: 'not_applicable',
      description: 'The email is text alone.',
    })
    const drawn = await postEmail(api, { html_text: html })
    expect(await contrastOf(drawn, { clients: ['PLAINTEXT'] })).toMatchObject({
      status: 'not_applicable',
    })
  })
})

describe('waiting for the contrast', () => {
  it('that is being measured counts as no check, for ten seconds or more and sixteen requests of an account', async () => {
    const own = await startApi({ limits: { checksPerMinute: 2 }, longPollTimeoutMs: 60_000 })
    try {
      await own.pretendServed('chromium')
      const guid = await postEmail(own, { html_text: html })
      const ask = (prefer: Record<string, string>): Promise<Response> =>
        fetch(`${own.url}/emails/${guid}/checks?only=contrast&client=CHROMEGMAILNEW`, {
          headers: { ...own.headers, ...prefer },
        })
      const isComplete = async (answer: Response): Promise<boolean> =>
        ((await answer.json()) as Checks).complete
      expect(await isComplete(await ask({}))).toBe(false)
      const waiting = Array.from({ length: 16 }, () => ask({ Prefer: 'wait=30' }))
      await until(() => own.waitingPlaces.size === 16)
      const counted = await ask({ Prefer: 'wait=1' })
      expect([counted.status, counted.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
      expect((await ask({ Prefer: 'wait=30' })).status).toBe(429)

      const worker = startFakeMeasuring(own, measured)
      try {
        const answers = await Promise.all(waiting)
        expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
        expect(await Promise.all(answers.map(isComplete))).toEqual(Array(16).fill(true))
      } finally {
        await worker.close()
      }
      // Nothing is under way any more.
      expect((await ask({ Prefer: 'wait=30' })).status).toBe(429)
    } finally {
      await own.close()
    }
  })
})
