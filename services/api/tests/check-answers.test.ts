import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { listen } from '@pas/runtime/http/listen'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { createOpenapiDocument } from '../src/document/openapi-document'
import { checkAnswers } from './check-answers'
import { readDescription } from './description'

const description = readDescription(
  createOpenapiDocument({
    apiUrl: 'https://api.test',
    authUrl: 'https://auth.test',
    instantUrl: 'https://api.test/v1',
  }),
)

/**
 * Serves this response through the check. Resolves to the status that the caller gets, and the verdict of
 * `assertAllDescribed`.
 */
async function check(
  path: string,
  {
    status = 200,
    headers = {},
    body = '',
  }: { status?: number; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; verdict: string }> {
  const app: RequestListener = (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.statusCode = status
    res.end(body)
  }
  const checked = checkAnswers(app, description)
  const listening = await listen(checked.listener, httpBehindProxy)
  const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
    redirect: 'manual',
    headers: { 'X-Forwarded-Proto': 'https', Connection: 'close' },
  })
  await response.text()
  await listening.close()
  let verdict = 'described'
  try {
    checked.assertAllDescribed()
  } catch (error) {
    verdict = (error as Error).message
  }
  return { status: response.status, verdict }
}

describe('the check of every answer', () => {
  const json = { 'X-Request-Id': randomUUID(), 'Content-Type': 'application/json' }
  const picture = `/v1/emails/${randomUUID()}/previews/GMAILNEW/full`
  const redirect = {
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'public, max-age=60',
    Location: 'https://images.test/x.png',
  }
  const error = {
    status: 404,
    title: 'Not found',
    code: 'not_found',
    description: 'No.',
    request_id: randomUUID(),
  }
  const refusal = { ...json, 'Cache-Control': 'no-store' }

  it.each([
    ['a sound answer', '/v1/clients', { status: 200, headers: json, body: '["GMAILNEW"]' }],
    ['a sound redirect', picture, { status: 301, headers: redirect }],
    ['a sound refusal', picture, { status: 404, headers: refusal, body: JSON.stringify(error) }],
    [
      'a sound refusal of an unknown path',
      '/v1/x',
      { status: 404, headers: refusal, body: JSON.stringify(error) },
    ],
    ['any response to a probe', '/readyz', { status: 503, body: 'no' }],
  ])('lets %s pass', async (_what, path, answer) => {
    expect(await check(path, answer)).toEqual({ status: answer.status, verdict: 'described' })
  })

  it.each([
    ['an undescribed path', '/v1/x', { headers: json, body: '[]' }, /nothing describes this path/],
    [
      'an undescribed status',
      '/v1/clients',
      { status: 418, headers: json, body: '[]' },
      /this status is not described/,
    ],
    ['a body of the wrong shape', '/v1/clients', { headers: json, body: '[7]' }, /must be string/],
    [
      'a body with a member too many',
      picture,
      { status: 404, headers: refusal, body: JSON.stringify({ ...error, hint: 'x' }) },
      /must NOT have additional/,
    ],
    ['a body where there is none', picture, { status: 301, headers: redirect, body: 'x' }, /there is a body/],
    [
      'another media type',
      '/v1/clients',
      { headers: { ...json, 'Content-Type': 'text/html' }, body: '[]' },
      /text\/html is not described/,
    ],
    [
      'a header that is missing',
      '/v1/clients',
      { headers: { 'Content-Type': 'application/json' }, body: '[]' },
      /x-request-id is missing/,
    ],
    [
      'a header of the wrong shape',
      picture,
      { status: 301, headers: { ...redirect, Location: 'x y' } },
      /location is 'x y'/,
    ],
    [
      'a header that is not described',
      '/v1/clients',
      { headers: { ...json, 'Retry-After': '1' }, body: '[]' },
      /retry-after is not described/,
    ],
    [
      'a refusal that may be cached',
      '/v1/x',
      { status: 404, headers: json, body: JSON.stringify(error) },
      /may be cached/,
    ],
  ])('turns an answer with %s into a 599 and fails in the end', async (_what, path, answer, why) => {
    const { status, verdict } = await check(path, answer)
    expect(status).toBe(599)
    expect(verdict).toMatch(why)
  })
})
