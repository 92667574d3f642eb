import { pictureKey } from '@pas/captures/storage-keys'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { createTestFolder } from '@pas/testing/test-folder'
import type { Preview } from '@pas/db/database'
import sharp, { type Sharp } from 'sharp'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

const many = 30
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Many captures of one account, and one of another. */
async function addOfTwoAccounts(images: TestImages): Promise<{ busy: Preview[]; other: Preview }> {
  const busy = await Promise.all(Array.from({ length: many }, () => addCapture(images)))
  const [first] = busy
  await images.db.preview.updateMany({ data: { accountId: first?.accountId ?? 0 } })
  return { busy, other: await addCapture(images) }
}

async function readAll(answers: readonly Promise<Response>[]): Promise<void> {
  for (const answer of answers) {
    const response = await answer
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
}

describe('small pictures that are requested for the first time', () => {
  it('are made for accounts in turn: an account that asks for many does not delay another', async () => {
    const folder = await createTestFolder()
    const storage = openStorage({ kind: 'file', path: folder.path })
    const asked = new Set<string>()
    const begun: string[] = []
    let begin = (): void => undefined
    const allAsked = new Promise<void>((resolve) => (begin = resolve))
    const watched: Storage = {
      ...storage,
      open: async (key) => {
        const object = await storage.open(key)
        asked.add(key)
        return object
      },
      get: async (key) => {
        begun.push(key)
        await allAsked
        return storage.get(key)
      },
    }
    const images = await startImages({ storage: watched })
    try {
      const { busy, other } = await addOfTwoAccounts(images)
      const askFor = async (previews: typeof busy): Promise<Promise<Response>[]> => {
        const answers = previews.map((preview) => images.fetch(pathOf(preview, 'thumb')))
        const keys = previews.map((preview) => pictureKey(preview, 'thumb'))
        while (!keys.every((key) => asked.has(key))) await nextTurn()
        return answers
      }
      const answers = [...(await askFor(busy)), ...(await askFor([other]))]
      begin()
      await readAll(answers)
      expect(begun).toHaveLength(many + 1)
      // Only the drawings that were under way, and the next two, come before the other account's.
      expect(begun.indexOf(pictureKey(other, 'full'))).toBeLessThanOrEqual(4)
    } finally {
      await images.close()
      await folder.close()
    }
  })

  it('are stored for accounts in turn, too', async () => {
    const folder = await createTestFolder()
    const storage = openStorage({ kind: 'file', path: folder.path })
    const begun: string[] = []
    let begin = (): void => undefined
    const allDrawn = new Promise<void>((resolve) => (begin = resolve))
    const watched: Storage = {
      ...storage,
      put: async (key, ...object) => {
        if (key.endsWith('/thumb.png')) {
          begun.push(key)
          await allDrawn
        }
        await storage.put(key, ...object)
      },
    }
    const images = await startImages({ storage: watched })
    const { busy, other } = await addOfTwoAccounts(images)
    const drawings = jest.spyOn(sharp.prototype as Sharp, 'toBuffer')
    try {
      const askFor = (preview: Preview): Promise<Response> => images.fetch(pathOf(preview, 'thumb'))
      const answers = busy.map(askFor)
      while (begun.length < 4) await nextTurn()
      answers.push(askFor(other))
      while (drawings.mock.results.length < many + 1) await nextTurn()
      await Promise.all(drawings.mock.results.map(({ value }) => value as Promise<unknown>))
      await nextTurn()
      begin()
      await readAll(answers)
      expect(begun).toHaveLength(many + 1)
      // At most 8: the four that were being stored before the other account's, and as many again.
      expect(begun.indexOf(pictureKey(other, 'thumb'))).toBeLessThanOrEqual(8)
    } finally {
      drawings.mockRestore()
      await images.close()
      await folder.close()
    }
  })
})
