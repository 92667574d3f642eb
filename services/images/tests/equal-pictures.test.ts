import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Preview } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import sharp, { type Sharp } from 'sharp'
import { addCapture, drawPicture, pathOf, startImages, type TestImages } from './start-images'

const many = 12

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('equal pictures', () => {
  let folder: TestFolder
  let images: TestImages
  let accountId: number
  /** The full pictures that the service has read; garbage collection empties the references. */
  const fullPictures: WeakRef<Buffer>[] = []
  beforeAll(async () => {
    folder = await createTestFolder()
    const storage = openStorage({ kind: 'file', path: folder.path })
    const watched: Storage = {
      ...storage,
      get: async (key) => {
        const object = await storage.get(key)
        if (object) fullPictures.push(new WeakRef(object.body))
        return object
      },
    }
    images = await startImages({ storage: watched })
    const { id } = await images.db.account.create({ data: { name: 'Test', createdAt: images.clock.now() } })
    accountId = id
  })
  afterAll(async () => {
    await images.close()
    await folder.close()
  })

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
    const stored = info.mock.calls.filter(([, message]) => message === 'thumbnail drawn')
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

  it('are drawn again after a minute', async () => {
    const full = await drawPicture(600, 1_000, 400)
    await fetchSmall([await addOwn(full)])
    const realNow = performance.now.bind(performance)
    const now = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + 60_001)
    try {
      expect(await fetchSmall([await addOwn(full)])).toMatchObject({ drawings: 1 })
    } finally {
      now.mockRestore()
    }
  })

  it('do not stay in memory while they wait for the drawing of one', async () => {
    const full = await drawPicture(600, 1_000, 100)
    const equal = await Promise.all(Array.from({ length: many }, () => addOwn(full)))
    fullPictures.length = 0
    let finish = (): void => undefined
    const held = new Promise<void>((resolve) => (finish = resolve))
    const draw = Object.getOwnPropertyDescriptor(sharp.prototype, 'toBuffer')?.value as () => unknown
    const drawing = jest.spyOn(sharp.prototype as Sharp, 'toBuffer').mockImplementation(async function (
      this: Sharp,
    ) {
      await held
      return draw.call(this)
    } as Sharp['toBuffer'])
    try {
      const fetched = fetchSmall(equal)
      while (fullPictures.length < many) await nextTurn()
      // Wait until all but the one that is being drawn are garbage-collected; else the test fails by its time limit.
      while (fullPictures.filter((picture) => picture.deref()).length > 1) {
        await nextTurn()
        collectGarbage()
      }
      finish()
      expect(await fetched).toMatchObject({ drawings: 1 })
    } finally {
      drawing.mockRestore()
    }
  })
})
