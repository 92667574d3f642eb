import { inspect } from 'node:util'
import { frozenAssetsKey, frozenEmailKey } from '@pas/emails/storage-keys'
import { loadEmail } from './load-email'

const emailId = '6a3f0f3c-1f5b-4d62-9df0-3a5d1f6f0c11'
const email = '{"htmlText":null,"plainText":"Hi","subject":null,"fromAddress":null,"fromDisplayName":null}'

describe('an email whose stored objects cannot be parsed', () => {
  it.each([
    ['its content', { [frozenEmailKey(emailId)]: '{"plainText":secret' }],
    ['the list of its assets', { [frozenEmailKey(emailId)]: email, [frozenAssetsKey(emailId)]: 'secret' }],
  ])('fails the capture, quoting nothing of it: %s', async (_what, stored: Record<string, string>) => {
    const get = (key: string) => {
      const body = stored[key]
      return Promise.resolve(
        body === undefined ? null : { body: Buffer.from(body), contentType: 'application/json' },
      )
    }
    const error: unknown = await loadEmail({ get }, emailId, 'allowed', AbortSignal.timeout(5_000)).catch(
      (cause: unknown) => cause,
    )
    expect(inspect(error, { depth: 9 })).not.toContain('secret')
    expect(error).toMatchObject({ kind: 'content_damaged' })
  })
})
