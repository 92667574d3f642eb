import http from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { isLongRun } from '@pas/testing/long-run'
import { almostTooLong, filled } from './expect-answers'
import { stage } from './stage'

/** The path of an email that does not exist: without a credential, a caller knows everything but a guid. */
const unknownEmail = '/v1/emails/5a7b1f0e-9f0c-4d8e-8f5d-0c1d2e3f4a5b/previews/prefetch'
const count = isLongRun ? 100 : 20

/** A gzip bomb: 9 MiB of JSON in a few KB. */
const bombOf = (part: string): Buffer => gzipSync(`{"configurations":[${filled(part, almostTooLong)}0]}`)

describe('hostile request bodies delay no other request, and end no process', () => {
  async function statusOf(path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    const response = await fetch(`${stage.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  it('gzip bombs without a credential, many at once', async () => {
    const bombs = ['{},', '[],', '{"client":"PLAINTEXT"},'].map(bombOf)
    const gzip = { 'X-Forwarded-Proto': 'https', 'Content-Encoding': 'gzip' }
    const statuses = Array.from({ length: count }, (_, n) =>
      statusOf(unknownEmail, gzip, bombs[n % bombs.length] ?? Buffer.alloc(0)),
    )
    expect(await stage.expectNeighbourInTime(Promise.all(statuses))).toEqual(Array(count).fill(404))
  }, 240_000)

  it('bodies of one account of the largest size, many at once', async () => {
    const body = Buffer.from(JSON.stringify({ plain_text: filled('x', almostTooLong) }))
    const uploads = Array.from({ length: count }, () => statusOf('/v1/emails', stage.headers, body))
    const statuses = await Promise.all(uploads)
    // Those that wait too long for room are refused.
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    expect((await stage.post({ plain_text: 'x' })).status).toBe(200)
  }, 240_000)

  if (isLongRun)
    it('bodies that trickle in are given up after 10 s, and leave room for others meanwhile', async () => {
      const trickling = Array.from({ length: 3 }, () => {
        const request = http.request(`${stage.apiUrl}/v1/emails`, {
          method: 'POST',
          headers: {
            ...stage.headers,
            'Content-Type': 'application/json',
            'Content-Length': almostTooLong,
            Expect: '100-continue',
          },
          agent: false,
        })
        request.flushHeaders()
        const trickle = setInterval(() => request.write(' '), 1_000)
        const answer = new Promise<string>((resolve) => {
          request
            .on('response', (response) => resolve(text(response)))
            .on('error', ({ message }) => resolve(message))
        }).finally(() => {
          clearInterval(trickle)
          request.destroy()
        })
        // The server asks for a body once there is room for its length.
        const asked = new Promise<void>((resolve) => request.once('continue', resolve))
        return { answer, asked: Promise.race([asked, answer]) }
      })
      await Promise.all(trickling.map(({ asked }) => asked))
      expect((await stage.post({ plain_text: filled('x', almostTooLong) })).status).toBe(200)
      // Node would end them after a minute, with a 408 that says nothing.
      for (const { answer } of trickling)
        expect(await answer).toContain('The body stopped arriving: it was given up after 10 seconds')
    }, 120_000)
})
