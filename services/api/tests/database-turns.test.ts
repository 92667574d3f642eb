import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase, type Database } from '@pas/db/database'
import { postEmail, startApi, type TestApi } from './start-api'

let api: TestApi
/** Holds the table of emails, so that each statement about emails waits. */
let holding: Database
let others: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  holding = openDatabase({ url: api.databaseUrl, poolMax: 2 })
  const { id: accountId } = await createAccount(api, { name: 'Another' })
  const key = await createApiKey(api, { accountId })
  others = {
    ...api.headers,
    'X-Forwarded-For': '192.0.2.2',
    Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  }
})
afterAll(async () => {
  await holding.$disconnect()
  await api.close()
})

/** Sends 40 of these requests while none about emails is answered, and what `beside` sends as soon as some wait. */
async function besideForty(
  request: () => Promise<{ status: number }>,
  beside: () => Promise<{ status: number }>,
): Promise<number> {
  return holding.$transaction(async (held) => {
    await held.$executeRaw`LOCK TABLE emails IN ACCESS EXCLUSIVE MODE`
    void Promise.allSettled(Array.from({ length: 40 }, request))
    for (let waiting = 0; waiting < 5;)
      waiting = (
        await holding.$queryRaw<unknown[]>`
            SELECT 1 FROM pg_locks WHERE relation = 'emails'::regclass AND NOT granted`
      ).length
    return (await beside()).status
  })
}

describe('the connections to Postgres', () => {
  it('are left to another account by one that sends forty searches at once', async () => {
    const search = () => fetch(`${api.url}/emails?search=sale`, { headers: api.headers })
    expect(await besideForty(search, () => fetch(`${api.url}/webhooks`, { headers: others }))).toBe(200)
  })

  it('are left to the owner by a stranger who asks forty times for the previews of an email', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const list = () =>
      fetch(`${api.url}/emails/${guid}/previews`, {
        headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' },
      })
    expect(await besideForty(list, () => fetch(`${api.url}/webhooks`, { headers: api.headers }))).toBe(200)
  })
})
