import type { AccessTokens } from './authorized-calls'
import { createApiReader } from './create-api-reader'

describe('the reader of the API', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  it('waits for answers that need an email’s content for as long as the API may take', async () => {
    jest.useFakeTimers()
    const signals: AbortSignal[] = []
    const reader = createApiReader(
      {
        fetch: (_url, init) => {
          const signal = init?.signal ?? new AbortController().signal
          signals.push(signal)
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error())),
          )
        },
        instantUrl: 'https://api.test/v1',
        userApiUrl: 'https://api.test/v2',
        oauthApplication: { clientId: 'id', clientSecret: 'secret' },
        stopping: new AbortController().signal,
      },
      { get: () => Promise.resolve('token') } as unknown as AccessTokens,
      undefined,
    )
    const calls = [
      reader.changes('guid', { client: 'PLAINTEXT' }),
      reader.changesOfClients('guid', ['PLAINTEXT']),
      reader.createShare('guid', {}),
    ].map((call) => expect(call).rejects.toMatchObject({ status: 503 }))
    await jest.advanceTimersByTimeAsync(51_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
    await jest.advanceTimersByTimeAsync(5_000)
    await Promise.all(calls)
  })
})
