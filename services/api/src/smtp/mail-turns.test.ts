import { createMailTurns, turnLimits } from './mail-turns'

/** What is being stored, by the account. */
function startStoring(isPressing: boolean, limits: Partial<typeof turnLimits> = {}) {
  const demand = { isPressing: () => isPressing }
  const turns = createMailTurns(demand, { ...turnLimits, ...limits })
  const running: { accountId: number; end: () => void }[] = []
  const replies: Promise<unknown>[] = []
  return {
    running,
    send: (accountId: number) => {
      const reply = turns.run(accountId, () => new Promise<void>((end) => running.push({ accountId, end })))
      replies.push(reply)
      return reply
    },
    /** Ends everything that begins, one after the other; resolves to the accounts in that order. */
    drain: async () => {
      const order: number[] = []
      const all = Promise.all(replies)
      let isOver = false
      void all.finally(() => (isOver = true))
      while (!isOver) {
        const next = running.shift()
        if (next) order.push(next.accountId)
        next?.end()
        await new Promise((resolve) => setImmediate(resolve))
      }
      return order
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the turns of mail', () => {
  it('are several at a time, and one account does not take all of them', async () => {
    const { running, send, drain } = startStoring(false)
    for (let mail = 0; mail < 10; mail++) void send(1)
    await settled()
    expect(running).toHaveLength(turnLimits.maxPerAccount)
    void send(2)
    await settled()
    expect(running.at(-1)?.accountId).toBe(2)
    expect(await drain()).toHaveLength(11)
  })

  it('are one at a time while pictures are wanted, with a pause after each', async () => {
    const { running, send, drain } = startStoring(true, { pauseFactor: 1 })
    for (let mail = 0; mail < 3; mail++) void send(1)
    await settled()
    expect(running).toHaveLength(1)
    const startedAt = performance.now()
    while (performance.now() - startedAt < 50);
    running.shift()?.end()
    for (let turn = 0; turn < 3; turn++) await settled()
    expect(running).toHaveLength(0)
    expect(await drain()).toEqual([1, 1])
    expect(performance.now() - startedAt).toBeGreaterThan(95)
  })

  it('come to an account with few mails before those of one with many', async () => {
    const { send, drain } = startStoring(true, { maxConcurrent: 2, maxPerAccount: 1, maxPauseMs: 0 })
    for (let mail = 0; mail < 20; mail++) void send(1)
    void send(2)
    expect((await drain()).slice(0, 3)).toContain(2)
  })

  it('end a wait with 451, and the mails behind have theirs', async () => {
    const { running, send, drain } = startStoring(true, { maxWaitMs: 50, maxPauseMs: 0 })
    const first = send(1)
    await expect(send(1)).rejects.toMatchObject({
      responseCode: 451,
      message: expect.stringContaining('no turn within 0.05 s') as string,
    })
    running.shift()?.end()
    await first
    const third = send(2)
    expect(await Promise.race([third, settled().then(() => running.length)])).toBe(1)
    running.shift()?.end()
    await expect(third).resolves.toBeUndefined()
    void drain
  })
})
