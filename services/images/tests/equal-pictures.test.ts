import type { Preview } from '@pas/db/database'
import { addCapture, drawPicture, pathOf, startImages, type TestImages } from './start-images'

const many = 12

describe('equal pictures', () => {
  let images: TestImages
  let accountId: number
  beforeAll(async () => {
    images = await startImages()
    const { id } = await images.db.account.create({ data: { name: 'Test', createdAt: images.clock.now() } })
    accountId = id
  })
  afterAll(() => images.close())

  const addOwn = async (full: Buffer): Promise<Preview> => {
    const { id } = await addCapture(images, full)
    return images.db.preview.update({ where: { id }, data: { accountId } })
  }
  /** Asks for all at the same time. Resolves to the different contents, and to the number of drawings. */
  const fetchSmall = async (previews: Preview[]): Promise<{ contents: string[]; drawings: number }> => {
    const info = jest.spyOn(images.logger, 'info')
    const answers = await Promise.all(previews.map((preview) => images.fetch(pathOf(preview, 'thumb450'))))
    const contents = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('hex')),
    )
    const stored = info.mock.calls.filter(
      ([, message]) => (message) === 'thumbnail drawn',
    )
    info.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual(previews.map(() => 200))
    expect(stored).toHaveLength(previews.length)
    const drawings = stored.filter(([event]) => !(event as { isShared: boolean }).isShared).length
    return { contents: [...new Set(contents)], drawings }
  }

  it('of an account are made smaller once, for all that are asked for at the same time or soon after', async () => {
    const full = await drawPicture(600, 1_000, 500)
    const equal = await Promise.all(Array.from({ length: many }, () => addOwn(full)))
    const { contents, drawings } = await fetchSmall(equal)
    expect(contents).toHaveLength(1)
    expect(drawings).toBe(1)
    expect(await fetchSmall([await addOwn(full)])).toEqual({ contents, drawings: 0 })
  })

  it('of another account are made smaller for that account', async () => {
    const full = await drawPicture(600, 1_000, 300)
    await fetchSmall([await addOwn(full)])
    expect(await fetchSmall([await addCapture(images, full)])).toMatchObject({ drawings: 1 })
  })

  it('are not taken for each other when they differ', async () => {
    const pictures = await Promise.all([200, 201, 202].map((rows) => drawPicture(600, 1_000, rows)))
    const { contents, drawings } = await fetchSmall(await Promise.all(pictures.map(addOwn)))
    expect(contents).toHaveLength(3)
    expect(drawings).toBe(3)
  })
})
