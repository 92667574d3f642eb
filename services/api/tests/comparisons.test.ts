import { randomUUID } from 'node:crypto'
import type { comparedChangesBody } from '@pas/api-contract/changes'
import type { comparedChecksBody } from '@pas/api-contract/checks'
import type { previewListBody } from '@pas/api-contract/previews'
import type { Preview } from '@pas/db/database'
import { capturedColumns, failedColumns, pendingColumns } from '@pas/testing/preview-columns'
import type { z } from 'zod'
import { addAccount } from './post-json'
import { imagesUrl, postEmail, startApi, type TestApi } from './start-api'

const [oneLook, otherLook] = [1, 2].map((byte) => new Uint8Array(32).fill(byte))

describe('an email beside another of its account', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  const get = (path: string, headers = api.headers): Promise<Response> =>
    fetch(`${api.url}${path}`, { headers })

  const add = (emailId: string, emailClient: string, columns: Partial<Preview>): Promise<Preview> =>
    api.db.preview.create({
      data: {
        ...{ id: randomUUID(), emailId, accountId: api.accountId, emailClient, engine: 'text' },
        ...{
          orientation: 'vertical',
          images: 'allowed',
          imageToken: randomUUID(),
          requestedAt: api.clock.now(),
        },
        ...pendingColumns(),
        ...columns,
      },
    })
  const captured = (
    pictureSha256: Uint8Array<ArrayBuffer> | undefined,
    drawnBy = 'one',
  ): Partial<Preview> => ({
    ...capturedColumns(api.clock.now()),
    pictureSha256: pictureSha256 ?? null,
    drawnBy,
  })
  const comparisons = async (head: string, base: string): Promise<unknown> => {
    const answer = await get(`/emails/${head}/previews?base=${base}`)
    expect(answer.status).toBe(200)
    const { previews } = (await answer.json()) as z.output<typeof previewListBody>
    return Object.fromEntries(previews.map(({ client, comparison }) => [client, comparison]))
  }

  it('has equal pictures, different ones with the addresses of what differs, and others that cannot be compared', async () => {
    const [base, head] = [
      await postEmail(api, { plain_text: 'x' }),
      await postEmail(api, { plain_text: 'y' }),
    ]
    await add(base, 'PLAINTEXT', captured(oneLook))
    await add(head, 'PLAINTEXT', captured(oneLook, 'another'))
    const before = await add(base, 'LYNX', captured(oneLook))
    const after = await add(head, 'LYNX', captured(otherLook))
    await add(base, 'W3M', captured(oneLook, 'another'))
    await add(head, 'W3M', captured(otherLook))
    await add(base, 'OL2016', captured(oneLook))
    await add(head, 'OL2016', pendingColumns())
    await add(base, 'OL2019', failedColumns(api.clock.now()))
    await add(head, 'OL2019', captured(oneLook))
    await add(head, 'GMAILNEW', captured(oneLook))
    const difference = `${imagesUrl}/captures/${after.imageToken}/from/${before.id}`
    const because = (reason: string) => ({ verdict: 'not_comparable', reason })
    expect(await comparisons(head, base)).toEqual({
      PLAINTEXT: { verdict: 'equal' },
      LYNX: {
        verdict: 'different',
        difference_url: `${difference}.png`,
        summary_url: `${difference}.json`,
      },
      W3M: because('drawn_by'),
      OL2016: because('not_captured'),
      OL2019: because('failed'),
      GMAILNEW: because('not_captured'),
    })
    await api.db.email.update({ where: { id: base }, data: { expiresAt: api.clock.now() } })
    expect(await comparisons(head, base)).toMatchObject({ GMAILNEW: because('gone') })
  })

  it('is told to the owner of both only', async () => {
    const [base, head] = [
      await postEmail(api, { plain_text: 'x' }),
      await postEmail(api, { plain_text: 'y' }),
    ]
    const strangers = await addAccount(api)
    for (const path of [
      `/emails/${head}/previews?base=${base}`,
      `/emails/${head}/changes?client=OL2016&base=${base}`,
      `/emails/${head}/checks?base=${base}`,
    ]) {
      expect((await get(path, { 'X-Forwarded-Proto': 'https' })).status).toBe(401)
      expect((await get(path, strangers)).status).toBe(404)
    }
    expect((await get(`/emails/${head}/previews?base=${randomUUID()}`)).status).toBe(404)
    const refused = await get(`/emails/${head}/previews?base=x`)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ description: expect.stringContaining('base') as string }),
    ])
    const listed = (await (await get(`/emails/${head}/previews`)).json()) as z.output<typeof previewListBody>
    expect(listed.previews.every((preview) => !('comparison' in preview))).toBe(true)
  })

  it('has findings that are gone, new and still there, wherever they stand now', async () => {
    const [noAlt, noAddress] = ['<img src="https://x.example/a.png">', '<a href="">Read</a>']
    const base = await postEmail(api, { html_text: `<p>One</p>${noAlt}`, subject: 'One' })
    const head = await postEmail(api, { html_text: `<p>Two</p>\n<p>${noAddress}</p>\n`, subject: 'Two' })
    const compare = async (email: string, other: string) => {
      const answer = await get(`/emails/${email}/checks?client=LYNX&base=${other}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as z.output<typeof comparedChecksBody>
    }
    const namesOf = (findings: readonly { rule: string }[]): string[] => findings.map(({ rule }) => rule)
    const compared = await compare(head, base)
    expect(compared).toMatchObject({
      base_guid: base,
      email_guid: head,
      complete: true,
      not_compared: ['spam'],
    })
    expect(namesOf(compared.gone)).toContain('images/no-alt')
    expect(namesOf(compared.new)).toContain('links/empty')
    expect(namesOf(compared.still)).toContain('links/no-unsubscribe')
    const moved = await postEmail(api, { html_text: `<p>One</p>\n\n${noAlt}`, subject: 'One' })
    expect(await compare(moved, base)).toMatchObject({ gone: [], new: [] })
    const another = '<img src="https://x.example/b.png">'
    const more = await postEmail(api, { html_text: `<p>One</p>${noAlt}${another}`, subject: 'One' })
    const grown = await compare(more, base)
    expect([namesOf(grown.gone), namesOf(grown.new)]).toEqual([[], expect.arrayContaining(['images/no-alt'])])
    expect(namesOf((await compare(base, more)).still)).toContain('images/no-alt')
  })

  it('counts a comparison of checks as two', async () => {
    const email = await postEmail(api, { html_text: '<p>x</p>' })
    const remaining = async (query: string): Promise<number> => {
      const { headers } = await get(`/emails/${email}/checks?client=LYNX${query}`)
      return Number(headers.get('x-ratelimit-remaining'))
    }
    const before = await remaining('')
    expect(await remaining(`&base=${email}`)).toBe(before - 2)
  })

  it('has changes that began, and changes that ended', async () => {
    const page = (style: string): string =>
      `<!doctype html><body><p>Line</p><div style="${style}">x</div></body>`
    const base = await postEmail(api, { html_text: page('position:absolute;color:#111') })
    const head = await postEmail(api, { html_text: page('float:left;transform:rotate(3deg)') })
    const answer = await get(`/emails/${head}/changes?client=OL2016&base=${base}`)
    const { began, ended } = (await answer.json()) as z.output<typeof comparedChangesBody>
    expect(began.map(({ what }) => what)).toContain('transform')
    expect(ended.map(({ what }) => what)).toContain('position')
    expect(began.map(({ what }) => what)).not.toContain('position')
    const same = await get(`/emails/${head}/changes?client=OL2016&base=${head}`)
    expect(await same.json()).toEqual({ began: [], ended: [] })
  }, 30_000)
})
