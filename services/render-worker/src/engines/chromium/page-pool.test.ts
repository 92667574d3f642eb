import type { Frame } from '@pas/email-clients/engine/emulated-document'
import fc from 'fast-check'
import { keepMs, maxDocuments, PagePool } from './page-pool'
import type { PreparedPage } from './prepared-page'

/** A page that only records how it is used. */
interface StandIn extends PreparedPage {
  number: number
  owners: (string | undefined)[]
  frames: Frame[]
  isClosed: boolean
}

const desktop: Frame = { width: 800, height: 600, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }
const frames: Frame[] = [
  desktop,
  { ...desktop, colorScheme: 'dark' },
  { ...desktop, width: 1_280 },
  { ...desktop, width: 390, deviceScaleFactor: 3, mobile: true },
  { ...desktop, width: 412, deviceScaleFactor: 2.625, mobile: true },
]

describe("a browser's pages", () => {
  let made: StandIn[]

  function poolOf(known: readonly Frame[] = []): PagePool {
    made = []
    const prepare = (frame: Frame): Promise<PreparedPage> => {
      let shape = frame
      const page: StandIn = {
        number: made.length,
        owners: [],
        frames: [frame],
        isClosed: false,
        session: undefined as never,
        frameId: '',
        drawsOnCommand: true,
        get frame() {
          return shape
        },
        reshape: (wanted) => {
          page.frames.push((shape = wanted))
          return Promise.resolve()
        },
        close: () => {
          page.isClosed = true
          return Promise.resolve()
        },
      }
      made.push(page)
      return Promise.resolve(page)
    }
    return new PagePool(prepare, known)
  }

  const use = (
    pool: PagePool,
    owner: string | undefined,
    { frame = desktop, isPageReusable = true }: { frame?: Frame; isPageReusable?: boolean } = {},
  ): Promise<StandIn> =>
    pool.withPage(frame, owner, (page) => {
      const used = page as StandIn
      expect(used.isClosed).toBe(false)
      expect(used.frame).toEqual(frame)
      used.owners.push(owner)
      return Promise.resolve({ result: used, isPageReusable })
    })

  it('never show documents of two owners, two documents of no owner, or more than their maximum, and keep their density', async () => {
    const capture = fc.record({
      owner: fc.constantFrom('one', 'two', 'three', undefined),
      frame: fc.constantFrom(...frames),
      isPageReusable: fc.boolean(),
      isAtOnce: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(capture, { minLength: 30, maxLength: 60 }), async (captures) => {
        const pool = poolOf(frames)
        await pool.warm()
        let beside: Promise<unknown> | undefined
        for (const { owner, isAtOnce, ...how } of captures) {
          const using = use(pool, owner, how)
          await beside
          if (isAtOnce) beside = using
          else await using
        }
        await beside
        pool.close()
        for (const page of made) {
          expect(new Set(page.owners).size).toBeLessThanOrEqual(1)
          expect(page.owners.length).toBeLessThanOrEqual(page.owners[0] === undefined ? 1 : maxDocuments)
          expect(new Set(page.frames.map(({ deviceScaleFactor }) => deviceScaleFactor)).size).toBe(1)
        }
      }),
      { numRuns: 200 },
    )
  })

  it("are kept for the next document of their owner, and take that document's frame", async () => {
    const pool = poolOf()
    const first = await use(pool, 'one')
    expect(await use(pool, 'one', { frame: { ...desktop, colorScheme: 'dark' } })).toBe(first)
    expect(await use(pool, 'two')).not.toBe(first)
    expect(first.isClosed).toBe(false)
    pool.close()
  })

  it('are closed after their maximum of documents, after one that leaves them unusable, and after one that fails', async () => {
    const pool = poolOf()
    const first = await use(pool, 'one')
    for (let document = 1; document < maxDocuments; document++) expect(await use(pool, 'one')).toBe(first)
    expect(first.isClosed).toBe(true)

    const unfinished = await use(pool, 'one', { isPageReusable: false })
    expect(unfinished.isClosed).toBe(true)

    let failed: PreparedPage | undefined
    const failing = pool.withPage(desktop, 'one', (page) => {
      failed = page
      return Promise.reject(new Error('the page crashed'))
    })
    await expect(failing).rejects.toThrow('the page crashed')
    expect((failed as StandIn).isClosed).toBe(true)
    pool.close()
  })

  it('are closed when no document of their owner comes for a while', async () => {
    jest.useFakeTimers()
    try {
      const pool = poolOf()
      const page = await use(pool, 'one')
      await jest.advanceTimersByTimeAsync(keepMs - 1)
      expect(page.isClosed).toBe(false)
      await jest.advanceTimersByTimeAsync(1)
      expect(page.isClosed).toBe(true)
      pool.close()
    } finally {
      jest.useRealTimers()
    }
  })

  it('are kept for a few owners only', async () => {
    const pool = poolOf()
    for (let owner = 0; owner < 30; owner++) await use(pool, `owner ${owner}`)
    const used = made.filter(({ owners }) => owners.length > 0)
    expect(used.filter(({ isClosed }) => !isClosed)).toHaveLength(4)
    pool.close()
  })
})
