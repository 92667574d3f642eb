import { randomBytes, randomUUID } from 'node:crypto'
import { pictureKey } from '@pas/captures/storage-keys'
import type { Preview } from '@pas/db/database'
import { addCapture, drawPicture, pathOf, startImages, type TestImages } from './start-images'

describe('equal pictures of an email', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  /** Adds previews of one email that share one picture. */
  async function addEqual(count: number): Promise<Preview[]> {
    const first = await addCapture(images, await drawPicture(600, 1_000, 500))
    const rest = Array.from({ length: count - 1 }, (_, index) =>
      images.db.preview.create({
        data: {
          ...first,
          id: randomUUID(),
          emailClient: `OTHER${index}`,
          imageToken: randomBytes(24).toString('base64url'),
        },
      }),
    )
    return [first, ...(await Promise.all(rest))]
  }
  const statusOf = async (preview: Preview, size: 'full' | 'thumb450'): Promise<number> => {
    const answer = await images.fetch(pathOf(preview, size))
    await answer.arrayBuffer()
    return answer.status
  }
  const isPending = async ({ id }: Preview): Promise<boolean> =>
    (await images.db.preview.findUniqueOrThrow({ where: { id } })).status === 'pending'

  it('are made smaller once, for all that are asked for at the same time or later', async () => {
    const drawn = jest.spyOn(images.logger, 'info')
    const equal = await addEqual(12)
    const [first, ...later] = equal as [Preview, ...Preview[]]
    const answers = await Promise.all(equal.map((preview) => images.fetch(pathOf(preview, 'thumb450'))))
    const etags = answers.map(({ status, headers }) => `${status} ${headers.get('etag')}`)
    for (const answer of answers) await answer.arrayBuffer()
    expect([...new Set(etags)]).toEqual([expect.stringMatching(/^200 "/)])
    for (const preview of later) expect(await statusOf(preview, 'thumb450')).toBe(200)
    expect(drawn.mock.calls.filter(([, message]) => message === 'thumbnail drawn')).toHaveLength(1)
    expect(await images.storage.get(pictureKey(first, 'thumb450'))).not.toBeNull()
    drawn.mockRestore()
  })

  it('are all drawn again when their object is lost, and no request in between is told that there is none', async () => {
    const equal = await addEqual(12)
    const [first] = equal as [Preview]
    await images.storage.deletePrefix(`captures/${first.emailId}/`)
    const statuses = await Promise.all(equal.map((preview) => statusOf(preview, 'full')))
    expect([...new Set(statuses)]).toEqual([503])
    expect([...new Set(await Promise.all(equal.map(isPending)))]).toEqual([true])
  })

  it('leave pictures of other emails as they are when their object is lost', async () => {
    const [lost, other] = [await addEqual(1), await addEqual(1)] as [[Preview], [Preview]]
    await images.storage.deletePrefix(`captures/${lost[0].emailId}/`)
    expect(await statusOf(lost[0], 'full')).toBe(503)
    expect(await statusOf(other[0], 'full')).toBe(200)
  })
})
