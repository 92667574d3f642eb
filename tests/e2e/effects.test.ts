import type { changesBody } from '@pas/api-contract/changes'
import type { checksBody } from '@pas/api-contract/checks'
import { previewListBody } from '@pas/api-contract/previews'
import { postEmail } from '@pas/testing/post-email'
import sharp from 'sharp'
import type { z } from 'zod'
import { createServices, type ServiceProcess, type Services } from './start-services'

const secure = { 'X-Forwarded-Proto': 'https' }
/** Word draws no round corners: on the blue cell they are seen, on the cell without a colour not. */
const html = [
  '<!doctype html><html lang="en"><title>A</title><body style="margin:0">',
  '<table width="600"><tr><td style="background:#336699;border-radius:20px;height:100px">Button</td></tr></table>',
  '<table width="600"><tr><td style="border-radius:20px;height:60px">Text</td></tr></table>',
].join('\n')

type Changes = z.output<typeof changesBody>

describe('which changes of an email client are seen in an email', () => {
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  beforeAll(async () => {
    services = await createServices()
    ;[api, images] = await Promise.all([
      services.startApi({ EFFECT_PICTURES_PER_HOUR: '50' }),
      services.startImages(),
      services.startWorker(),
    ])
  })
  afterAll(() => services.close())

  const owner = (): Record<string, string> => ({
    ...secure,
    Authorization: `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`,
  })
  const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${api.url}/v1/emails/${path}`, { headers, redirect: 'manual' })
  const radiusOf = (changes: Changes): Changes => changes.filter(({ what }) => what === 'border-radius')

  it('is measured when its owner waits for it, told by /changes, by the checks and by the list, and framed', async () => {
    const guid = await postEmail(`${api.url}/v1`, services.apiKey, { html_text: html })
    const before = (await (await ask(`${guid}/previews/OL365/changes`, owner())).json()) as Changes
    expect(radiusOf(before)).toEqual([
      expect.objectContaining({ count: 2, effect: 'visible', basis: 'measured_elsewhere', boxes: [] }),
    ])

    const stranger = await ask(`${guid}/previews/OL365/changes`, { ...secure, Prefer: 'wait=30' })
    expect(stranger.status).toBe(401)
    const answer = await ask(`${guid}/previews/OL365/changes`, { ...owner(), Prefer: 'wait=30' })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
    const measured = radiusOf((await answer.json()) as Changes)
    expect(measured).toEqual([
      expect.objectContaining({
        where: expect.objectContaining({ line: 2 }) as unknown,
        ...{ count: 1, effect: 'visible', basis: 'measured_here' },
      }),
      expect.objectContaining({
        where: expect.objectContaining({ line: 3 }) as unknown,
        ...{ count: 1, effect: 'none', basis: 'measured_here', boxes: [] },
      }),
    ])

    const picture = await ask(`${guid}/previews/OL365/full`, secure)
    const location = picture.headers.get('location')?.replace('https://images.test', images.url) ?? ''
    const png = Buffer.from(await (await fetch(location, { headers: secure })).arrayBuffer())
    const [seen] = measured
    expect(seen?.boxes).toHaveLength(4)
    for (const { client, x, y, width, height } of seen?.boxes ?? []) {
      expect(client).toBe('OL365')
      const area = {
        left: Math.floor(x),
        top: Math.floor(y),
        width: Math.ceil(width),
        height: Math.ceil(height),
      }
      // The corner that Word leaves square.
      const { dominant } = await sharp(await sharp(png).extract(area).toBuffer()).stats()
      expect([dominant.b > dominant.r, dominant.r < 128]).toEqual([true, true])
    }

    const list = previewListBody.parse(await (await ask(`${guid}/previews`, secure)).json())
    expect(list.previews).toEqual([
      expect.objectContaining({
        client: 'OL365',
        changes_seen: { measured: 2, unknown: expect.any(Number) as number },
      }),
    ])
    const checks = (await (await ask(`${guid}/checks?client=OL365&only=code`, owner())).json()) as z.output<
      typeof checksBody
    >
    const corners = checks.checks[0]?.findings.filter(({ description }) =>
      description.includes('border-radius'),
    )
    expect(corners).toEqual([
      expect.objectContaining({ severity: 'note', what: 'td', count: 1, basis: 'measured_here' }),
    ])
    expect(corners?.[0]?.boxes).toHaveLength(4)
  })

  it('is measured once for email clients that show every email alike, and as often as the budget allows', async () => {
    const guid = await postEmail(`${api.url}/v1`, services.apiKey, { html_text: html })
    const effects = async (...clients: string[]): Promise<z.output<typeof checksBody>['checks'][number]> => {
      const query = clients.map((code) => `client=${code}`).join('&')
      const answer = await ask(`${guid}/checks?only=effects&${query}`, { ...owner(), Prefer: 'wait=30' })
      const { checks } = (await answer.json()) as z.output<typeof checksBody>
      if (!checks[0]) throw new Error('there is no check')
      return checks[0]
    }
    expect(await effects('GMAILNEW', 'CHROMEGMAILNEW')).toMatchObject({ status: 'done' })
    // 24 pictures for this, and 24 for OL365 above.
    expect(await effects('OL365')).toMatchObject({
      status: 'failed',
      description: expect.stringContaining('50 pictures') as string,
    })
    const used = (await (await fetch(`${api.url}/v1/usage`, { headers: owner() })).json()) as {
      effect_pictures: number
      captures: number
    }[]
    expect(used[0]?.captures).toBe(1)
    expect(used[0]?.effect_pictures).toBeGreaterThan(2)
    expect(used[0]?.effect_pictures).toBeLessThanOrEqual(48)
  })
})
