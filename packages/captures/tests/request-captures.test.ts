import { QueueUnavailableError, requestCaptures, type CaptureQueue } from '../src/request-captures'

const pending = { id: 'a', engine: 'text', attempt: 0, status: 'pending' } as const
const refused = new Error('connection is closed')

const queueThat = (addBulk: CaptureQueue['addBulk']): CaptureQueue => ({
  addBulk,
  remove: () => Promise.resolve(),
  getJobState: () => Promise.resolve('unknown'),
})

describe('requesting captures', () => {
  it('names the queue’s error when a job cannot be added', async () => {
    const away = queueThat(() => Promise.reject(refused))
    const requested = requestCaptures(new Map([['text', away]]), [pending])
    await expect(requested).rejects.toThrow(QueueUnavailableError)
    await expect(requested).rejects.toMatchObject({ cause: refused })
  })

  it('leaves out captures of an engine without a queue, and adds the others', async () => {
    const added: unknown[] = []
    const text = queueThat((jobs) => Promise.resolve(added.push(...jobs.map(({ data }) => data))))
    await requestCaptures(new Map([['text', text]]), [{ ...pending, id: 'b', engine: 'gone' }, pending])
    expect(added).toEqual([{ previewId: 'a' }])
  })
})
