import { createHash, createHmac, randomBytes } from 'node:crypto'
import { until } from '@pas/testing/until'
import type { Browser } from 'playwright'
import { request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { fillIn, openBrowser } from '../../../services/auth/tests/pages/open-browser'
import {
  accountId,
  composeVariable,
  describeContainers,
  dispatcher,
  instantUrl,
  pas,
  received,
  receiverUrl,
  startStack,
  summary,
  workFile,
  askPreview,
  post,
  withKey,
} from './stack'

const html = '<body><h1>Spring sale</h1><p style="position: absolute">Half price.</p></body>'
const person = { email: 'ada@example.test', password: 'a long password' }

describeContainers('through Caddy, a person and a partner’s backend', () => {
  const urlOf = (name: string): string => `https://${composeVariable(`${name}_HOST`)}`
  let browser: Browser

  beforeAll(async () => {
    await startStack()
    const name = ['--first-name', 'Ada', '--last-name', 'Lovelace']
    const made = await pas('user', 'create', '--account', String(accountId), '--email', person.email, ...name)
    person.password = z.object({ password: z.string() }).parse(made).password
    browser = await openBrowser()
  }, 600_000)
  afterAll(() => browser?.close())

  async function call(
    url: string,
    {
      method = 'GET',
      body,
      authorization,
    }: { method?: Dispatcher.HttpMethod; body?: object; authorization?: string },
  ): Promise<unknown> {
    const answer = await request(url, {
      dispatcher,
      method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.body.text()
    expect([url, answer.statusCode < 300 || text]).toEqual([url, true])
    return text === '' ? null : JSON.parse(text)
  }

  it('walk the authorization code grant, and the token says who signed in', async () => {
    const callback = 'https://partner.example/callback'
    const application = z
      .object({ client_id: z.string(), client_secret: z.string() })
      .parse(
        await pas(
          'app',
          'create',
          '--account',
          String(accountId),
          '--name',
          'A partner',
          '--callback',
          callback,
        ),
      )
    const verifier = randomBytes(32).toString('base64url')
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    // Nothing answers at this address: what counts is where the browser is sent.
    const returning = page.waitForRequest((one) => one.url().startsWith(callback))
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application.client_id,
      redirect_uri: callback,
      state: 'of-this-browser',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await page.goto(`${urlOf('AUTH')}/oauth/authorize?${query.toString()}`)
    await fillIn(page, person)
    await page.getByRole('button', { name: /^(Allow|Approve)/ }).click()
    const answer = new URL((await returning).url()).searchParams
    expect(answer.get('state')).toBe('of-this-browser')
    const body = {
      ...application,
      grant_type: 'authorization_code',
      code: answer.get('code'),
      redirect_uri: callback,
      code_verifier: verifier,
    }
    const tokens = await call(`${urlOf('AUTH')}/oauth/token`, { method: 'POST', body })
    const { access_token: token } = z.object({ access_token: z.string() }).parse(tokens)
    const user = await call(`${urlOf('API')}/v2/users/current`, { authorization: `Bearer ${token}` })
    expect(user).toMatchObject({ user: { full_name: 'Ada Lovelace' } })
    await page.context().close()
  }, 120_000)

  it('see the board’s grid fill after a paste', async () => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(90_000)
    await page.goto(urlOf('BOARD'))
    await fillIn(page, person)
    await page.waitForURL(`${urlOf('BOARD')}/`)
    await page.locator('#source').fill(html)
    const startedAt = performance.now()
    await page.locator('#source').press('Control+Enter')
    await page.waitForURL('**/emails/*')
    await page.locator('#live[data-state=complete]').waitFor()
    const seconds = (performance.now() - startedAt) / 1000
    const tiles = await page.locator('.tile').count()
    expect(await page.locator('#drawn').textContent()).toBe(`${tiles} of ${tiles} drawn`)
    summary(`board: ${tiles} email clients drawn ${seconds.toFixed(1)} s after the paste`)
    await page.screenshot({ path: workFile('board.png') })
    await page.context().close()
  }, 180_000)

  it('get each event of a stream when it happens', async () => {
    const guid = await post({ html_text: `${html}<!-- events -->` })
    const stream = await request(`${instantUrl}/emails/${guid}/events`, { dispatcher })
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const seen: string[] = []
    // The stream stays open, so what is read was not kept until its end.
    for await (const part of stream.body) {
      for (const [, name = ''] of String(part).matchAll(/^event: (.*)$/gm)) seen.push(name)
      if (seen.length === 1) await askPreview(guid)
      if (seen.includes('complete')) break
    }
    expect(seen).toEqual(['snapshot', 'added', 'preview', 'complete'])
  })

  it('get the checks of an email: the contrast by a worker, links that are asked, and what SpamAssassin says', async () => {
    // What SpamAssassin's own documentation gives for trying it out.
    const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'
    const guid = await post({
      html_text: `<body style="background: #fff"><p style="color: #eee">${gtube}</p><a href="http://127.0.0.1/x">A</a>`,
    })
    const only = ['contrast', 'links', 'spam'].map((name) => `only=${name}`).join('&')
    const path = `/emails/${guid}/checks?${only}&client=CHROMEGMAILNEW`
    const answer = await request(`${instantUrl}${path}`, {
      dispatcher,
      headers: { Authorization: withKey(), Prefer: 'wait=30' },
    })
    const { checks, complete } = (await answer.body.json()) as {
      checks: { name: string; status: string; findings: { rule: string; severity: string }[] }[]
      complete: boolean
    }
    expect([complete, checks.map(({ name, status }) => [name, status])]).toEqual([
      true,
      ['contrast', 'links', 'spam'].map((name) => [name, 'done']),
    ])
    const found = checks.flatMap(({ findings }) =>
      findings.map(({ rule, severity }) => `${severity} ${rule}`),
    )
    expect(found).toEqual(
      expect.arrayContaining(['error contrast/text', 'error links/broken', 'error spam/score']),
    )
  }, 60_000)

  it('are told by a signed webhook that all is drawn', async () => {
    const body = { url: `${receiverUrl}/hook`, event_types: ['email.previews_finished'] }
    const made = await call(`${instantUrl}/webhooks`, { method: 'POST', body, authorization: withKey() })
    const { secret } = z.object({ secret: z.string() }).parse(made)
    const email = { html_text: `${html}<!-- told -->`, configurations: [{ client: 'CHROMEGMAILNEW' }] }
    const guid = await post(email)
    const messages = (): typeof received =>
      received.filter((message) => message.path === '/hook' && message.body.includes(guid))
    await until('the message arrives', () => [messages().length > 0, received])
    const [message] = messages()
    const id = String(message?.headers['webhook-id'])
    const at = String(message?.headers['webhook-timestamp'])
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    const signature = hmac.update(`${id}.${at}.${message?.body}`).digest('base64')
    expect(String(message?.headers['webhook-signature']).split(' ')).toContain(`v1,${signature}`)
  })

  it('share an email by a link that needs no account, until it is revoked', async () => {
    const guid = await post({ subject: 'Shared', html_text: html })
    await askPreview(guid)
    const share = { method: 'POST', body: {}, authorization: withKey() } as const
    const made = await call(`${instantUrl}/emails/${guid}/shares`, share)
    const { url, share_id: id } = z.object({ url: z.string(), share_id: z.string() }).parse(made)
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(url)
    expect(await page.locator('h1').textContent()).toBe('Shared')
    await until('the picture is seen', async () => {
      const width = await page
        .locator('.tile img')
        .first()
        .evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)
      return [Number(width) > 0, width]
    })
    await call(`${instantUrl}/shares/${id}`, { method: 'DELETE', authorization: withKey() })
    expect((await page.goto(url))?.status()).toBe(410)
    await page.context().close()
  })
})
