import { until } from '@pas/testing/until'
import { postJson } from './post-json'
import { newMessage, SmtpDialogue } from './smtp-dialogue'
import { startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ smtp: { turns: { maxPauseMs: 1 } } })
  await api.pretendServed('chromium')
})
afterAll(() => api.close())

const begin = async (): Promise<SmtpDialogue> => {
  const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
  expect(await dialogue.signIn(api.apiKey)).toMatch(/^235 /)
  return dialogue
}

/** Resolves when a request waits for a picture; call what it resolves to, to have it go away. */
async function waitForPicture(guid: string): Promise<() => Promise<void>> {
  const leaving = new AbortController()
  const preview = fetch(`${api.url}/emails/${guid}/previews/CHROMEGMAILNEW`, {
    headers: api.headers,
    signal: leaving.signal,
  }).catch(() => null)
  await until('the request waits', () => api.captureWaiters.size === 1)
  return async () => {
    leaving.abort()
    await preview
    await until('no request waits', () => api.captureWaiters.size === 0)
  }
}

const guidOf = (reply = ''): string => /Stored as (\S+)/.exec(reply)?.[1] ?? ''

describe('somebody who waits for a picture', () => {
  it('goes before mail: one is stored at a time, and each is there', async () => {
    const dialogues = [await begin(), await begin(), await begin()]
    const leave = await waitForPicture(guidOf(await dialogues[0]?.send(newMessage())))
    const beingStored: string[] = []
    let most = 0
    const store = api.storage.put.bind(api.storage)
    const put = jest.spyOn(api.storage, 'put').mockImplementation(async (key, ...rest) => {
      const [, email = ''] = key.split('/')
      beingStored.push(email)
      most = Math.max(most, new Set(beingStored).size)
      await store(key, ...rest)
      beingStored.splice(beingStored.indexOf(email), 1)
    })
    const replies = await Promise.all(dialogues.map((dialogue) => dialogue.send(newMessage())))
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250'])
    expect(await api.db.email.count({ where: { inbox: { not: null } } })).toBe(4)
    expect(most).toBe(1)
    put.mockRestore()
    await leave()
    for (const dialogue of dialogues) dialogue.destroy()
  })

  it('leaves room for POST /emails of an account whose mail waits', async () => {
    const dialogues = await Promise.all(Array.from({ length: 6 }, begin))
    const leave = await waitForPicture(guidOf(await dialogues[0]?.send(newMessage())))
    const store = api.storage.put.bind(api.storage)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const put = jest.spyOn(api.storage, 'put')
    put.mockImplementationOnce(async (...args) => {
      await released
      await store(...args)
    })
    const replies = Promise.all(dialogues.map((dialogue) => dialogue.send(newMessage())))
    await until('a mail is being stored', () => put.mock.calls.length > 0)
    const posted = await postJson(api, '/emails', { html_text: '<p>By HTTP</p>' }, api.headers)
    expect(posted.status).toBe(200)
    release()
    expect((await replies).map((reply) => reply.slice(0, 3))).toEqual(Array(6).fill('250'))
    put.mockRestore()
    await leave()
    for (const dialogue of dialogues) dialogue.destroy()
  })
})
