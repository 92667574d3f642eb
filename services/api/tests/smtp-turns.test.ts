import { until } from '@pas/testing/until'
import { newMessage, SmtpDialogue } from './smtp-dialogue'
import { startApi, type TestApi } from './start-api'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ smtp: { turns: { maxPauseMs: 1 } } })
})
afterAll(() => api.close())

const begin = async (): Promise<SmtpDialogue> => {
  const dialogue = await SmtpDialogue.begin(api.smtp?.port ?? 0)
  expect(await dialogue.signIn(api.apiKey)).toMatch(/^235 /)
  return dialogue
}

describe('somebody who waits for a picture', () => {
  it('goes before mail: one is stored at a time, and each is there', async () => {
    await api.pretendServed('chromium')
    const dialogues = [await begin(), await begin(), await begin()]
    const [, guid] = /Stored as (\S+)/.exec((await dialogues[0]?.send(newMessage())) ?? '') ?? []
    const leaving = new AbortController()
    const preview = fetch(`${api.url}/emails/${guid}/previews/CHROMEGMAILNEW`, {
      headers: api.headers,
      signal: leaving.signal,
    }).catch(() => null)
    await until('the request waits', () => api.captureWaiters.size === 1)
    const beingStored: string[] = []
    let most = 0
    const put = api.storage.put.bind(api.storage)
    jest.spyOn(api.storage, 'put').mockImplementation(async (key, ...rest) => {
      const [, email = ''] = key.split('/')
      beingStored.push(email)
      most = Math.max(most, new Set(beingStored).size)
      await put(key, ...rest)
      beingStored.splice(beingStored.indexOf(email), 1)
    })
    const replies = await Promise.all(dialogues.map((dialogue) => dialogue.send(newMessage())))
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250'])
    expect(await api.db.email.count({ where: { inbox: { not: null } } })).toBe(4)
    expect(most).toBe(1)
    leaving.abort()
    await preview
    for (const dialogue of dialogues) dialogue.destroy()
  })
})
