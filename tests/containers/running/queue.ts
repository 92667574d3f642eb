import { configurationsBody } from '@pas/api-contract/clients'
import { until } from '@pas/testing/until'
import { request } from 'undici'
import { z } from 'zod'
import { describeManifests } from '../../cluster/build-kustomization'
import { ofKind } from '../../cluster/manifest'
import { manifests } from '../../cluster/pods'
import {
  compose,
  describeContainers,
  dispatcher,
  instantUrl,
  post,
  scale,
  startStack,
  summary,
  withKey,
} from './stack'

const vector = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
})

/** What the stack's Prometheus says now; null when it has no figure. */
async function evaluate(query: string): Promise<number | null> {
  const url = `http://127.0.0.1:9090/api/v1/query?query=${encodeURIComponent(query)}`
  const [row] = vector.parse(await (await fetch(url)).json()).data.result
  return row ? Number(row.value[1]) : null
}

describeContainers('the query by which KEDA scales', () => {
  describeManifests('of the example installation', () => {
    beforeAll(startStack, 600_000)

    it('says how long captures have waited: none, one, and 500 that are in the queue', async () => {
      const scaled = ofKind(manifests, 'ScaledObject').find(
        ({ metadata }) => metadata.name === 'worker-chromium',
      )
      const trigger = scaled?.spec.triggers[0]?.metadata as { query: string; threshold: string }
      /** Jobs that wait, as BullMQ keeps them. */
      const jobs = async (): Promise<number> => {
        const script = `local count = 0
          for _, key in ipairs(redis.call('KEYS', '*chromium*:wait')) do count = count + redis.call('LLEN', key) end
          for _, key in ipairs(redis.call('KEYS', '*chromium*:prioritized')) do count = count + redis.call('ZCARD', key) end
          return count`
        return Number(
          await compose('exec', '-T', 'redis', 'redis-cli', '--user', 'pas_admin', 'EVAL', script, '0'),
        )
      }
      const seen = async (waiting: number, seconds: (value: number) => boolean): Promise<number> => {
        let value: number | null = null
        await until(
          `${waiting} captures wait`,
          async () => {
            value = await evaluate(trigger.query)
            const counted = await evaluate('max(pas_captures_waiting{engine="chromium"})')
            return [
              value !== null && seconds(value) && counted === waiting,
              { value, counted, jobs: await jobs() },
            ]
          },
          120_000,
        )
        return Number(value)
      }

      const answer = await request(`${instantUrl}/clients/configurations`, { dispatcher })
      const all = configurationsBody.parse(await answer.body.json())
      const codes = Object.keys(all).filter((code) => all[code]?.engine === 'chromium')
      const postEmpty = (count: number, n: number): Promise<string> => {
        const configurations = Array.from({ length: count }, (_, i) => ({ client: codes[i] }))
        return post({ html_text: `<p>${n}</p>`, configurations })
      }
      await seen(0, (value) => value === 0)
      await scale('worker-chromium', 0)
      const postedAt = Date.now()
      const guids = [await postEmpty(1, 0)]
      await seen(1, (value) => value > Number(trigger.threshold))
      for (let left = 499, n = 1; left > 0; left -= 100, n++)
        guids.push(await postEmpty(Math.min(100, left), n))
      const value = await seen(500, (one) => one > 2 * Number(trigger.threshold))
      // Not older than it is, and at most a scrape and a reading of the figure late.
      const age = (Date.now() - postedAt) / 1_000
      expect(value).toBeLessThanOrEqual(age)
      expect(value).toBeGreaterThan(age - 45)
      summary(
        `KEDA's query: 0 with none waiting, then ${value.toFixed(0)} s with 500 (${await jobs()} jobs in Redis), the oldest ${age.toFixed(0)} s old`,
      )
      for (const guid of guids)
        await request(`${instantUrl}/emails/${guid}`, {
          dispatcher,
          method: 'DELETE',
          headers: { authorization: withKey() },
        })
      await scale('worker-chromium', 1)
    }, 500_000)
  })
})
