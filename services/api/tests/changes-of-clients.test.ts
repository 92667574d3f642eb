import { randomUUID } from 'node:crypto'
import type { changesOfClientsBody } from '@pas/api-contract/changes'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { emailClients, emulatedLike } from '@pas/email-clients/catalogue'
import type { z } from 'zod'
import { addAccount } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

type ChangeOfClients = z.output<typeof changesOfClientsBody>[number]

describe('GET /emails/{guid}/changes', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const ask = (guid: string, clients: readonly string[], headers = api.headers): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}/changes?${clients.map((code) => `client=${code}`).join('&')}`, {
      headers,
    })
  async function changesOf(guid: string, clients: readonly string[]): Promise<ChangeOfClients[]> {
    const response = await ask(guid, clients)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return (await response.json()) as ChangeOfClients[]
  }
  const changesOfOne = async (guid: string, code: string): Promise<object[]> => {
    const response = await fetch(`${api.url}/emails/${guid}/previews/${code}/changes`, {
      headers: api.headers,
    })
    return (await response.json()) as object[]
  }
  async function refusalOf(response: Response): Promise<unknown> {
    const { description, errors } = (await response.json()) as Record<string, unknown>
    return { status: response.status, description, errors }
  }
  const positioned = '<p style="position:fixed;margin:1px">x</p><img src="https://x.invalid/a.png">'

  it('says of each email client what its own list says, and each change of several once', async () => {
    const guid = await postEmail(api, { html_text: positioned, plain_text: 'x' })
    const codes = [...new Map(emailClients.map((client) => [emulatedLike(client), client.code])).values()]
    for (let first = 0; first < codes.length; first += 25) {
      const asked = codes.slice(first, first + 25)
      const changes = await changesOf(guid, asked)
      for (const code of asked) {
        const own = changes.filter(({ clients }) => clients.includes(code)).map(withoutClients)
        expect({ code, own: new Set(own) }).toEqual({ code, own: new Set(await changesOfOne(guid, code)) })
      }
      expect(new Set(changes.map((change) => JSON.stringify(withoutClients(change)))).size).toBe(
        changes.length,
      )
    }
  })
  const withoutClients = (change: ChangeOfClients): object => ({ ...change, clients: undefined })

  it('emulates email clients that act alike once', async () => {
    // Longer than what is kept between turns, so that each emulation reads it.
    const guid = await postEmail(api, { html_text: positioned + 'x'.repeat(100_000) })
    const alike = ['CHROMEGMAILNEW', 'GMAILNEW', 'FFGMAILNEW']
    const reads = jest.spyOn(api.storage, 'get')
    const changes = await changesOf(guid, [...alike, 'chromegmailnew'])
    const contents = reads.mock.calls.filter(([key]) => key === frozenEmailKey(guid))
    reads.mockRestore()
    expect(contents).toHaveLength(1)
    expect(changes).toContainEqual(expect.objectContaining({ what: 'position', clients: alike.toSorted() }))
  })

  it('keeps apart a change that matters in one email client only', async () => {
    const guid = await postEmail(api, { html_text: '<p style="-moz-border-radius:3px">x</p>' })
    const changes = await changesOf(guid, ['CHROMEGMAILNEW', 'FFGMAILNEW'])
    expect(changes.filter(({ what }) => what === '-moz-border-radius')).toEqual([
      expect.objectContaining({ clients: ['CHROMEGMAILNEW'], effect: 'other_clients' }),
      expect.objectContaining({ clients: ['FFGMAILNEW'], effect: 'visible' }),
    ])
  })

  it('starts no capture', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect(await changesOf(guid, ['PLAINTEXT'])).toEqual([])
    expect(await api.db.preview.count({ where: { emailId: guid } })).toBe(0)
  })

  it('takes 50 email clients, and neither 51 nor none', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const codes = emailClients.map(({ code }) => code)
    expect((await ask(guid, codes.slice(0, 50))).status).toBe(200)
    for (const asked of [codes.slice(0, 51), []]) {
      expect(await refusalOf(await ask(guid, asked))).toMatchObject({
        status: 400,
        description: expect.stringContaining('client must be given 1 to 50 times') as string,
        errors: [{ field: 'client', code: 'out_of_range' }],
      })
    }
  })

  it('names an unknown email client, and one that was meant', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    expect(await refusalOf(await ask(guid, ['PLAINTEXT', 'OL2O16']))).toMatchObject({
      status: 400,
      description: expect.stringMatching(/no email client 'OL2O16'.*Did you mean .*OL2016/) as string,
      errors: [{ field: 'client', code: 'unknown_client' }],
    })
  })

  it('is for the owner only, for 48 hours', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const stranger = await addAccount(api)
    const anothers = await refusalOf(await ask(guid, ['PLAINTEXT'], stranger))
    expect(anothers).toEqual(await refusalOf(await ask(randomUUID(), ['PLAINTEXT'], stranger)))
    expect(anothers).toMatchObject({ status: 404 })
    const nobody = { 'X-Forwarded-Proto': 'https' }
    expect((await ask(guid, ['PLAINTEXT'], nobody as unknown as typeof api.headers)).status).toBe(401)
    const lifetimeMs = 48 * 3_600_000
    api.clock.advance(lifetimeMs + 1)
    expect((await ask(guid, ['PLAINTEXT'])).status).toBe(404)
    api.clock.advance(-lifetimeMs - 1)
  })
})
