import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMailTurns, turnLimits } from './mail-turns'

interface BeingStored {
  accountId: number
  end: () => void
}

function startStoring(isPressing: boolean, limits: Partial<typeof turnLimits> = {}) {
  const turns = createMailTurns({ isPressing: () => isPressing }, { ...turnLimits, ...limits })
  const running: BeingStored[] = []
  const send = (accountId: number): Promise<void> =>
    turns.run(accountId, async () => {
      await new Promise<void>((end) => {
        running.push({ accountId, end })
      })
    })
  return { running, send }
}

/** Ends `count` that begin, one after the other; resolves to their accounts. */
async function endInTurn(running: BeingStored[], count: number): Promise<number[]> {
  const order: number[] = []
  while (order.length < count) {
    const next = running.shift()
    if (next) order.push(next.accountId)
    next?.end()
    await nextTurn()
  }
  return order
}

describe('the turns of mail', () => {
  it('are several at a time, and one account does not take all of them', async () => {
    const { running, send } = startStoring(false)
    const sent = Array.from({ length: 10 }, () => send(1))
    await nextTurn()
    expect(running).toHaveLength(turnLimits.maxPerAccount)
    sent.push(send(2))
    await nextTurn()
    expect(running.at(-1)?.accountId).toBe(2)
    expect(await endInTurn(running, 11)).toHaveLength(11)
    await Promise.all(sent)
  })

  it('are one at a time while pictures are wanted, with a pause after each', async () => {
    const { running, send } = startStoring(true, { pauseFactor: 1e9, maxPauseMs: 100 })
    const sent = [send(1), send(1)]
    await nextTurn()
    expect(running).toHaveLength(1)
    const startedAt = performance.now()
    expect(await endInTurn(running, 2)).toEqual([1, 1])
    await Promise.all(sent)
    expect(performance.now() - startedAt).toBeGreaterThan(95)
  })

  it('go round the accounts, so that one with many mails is not always next', async () => {
    const { running, send } = startStoring(true, { maxConcurrent: 2, maxPerAccount: 1, maxPauseMs: 0 })
    const sent = [...Array.from({ length: 20 }, () => send(1)), send(2)]
    expect((await endInTurn(running, 21)).slice(0, 3)).toContain(2)
    await Promise.all(sent)
  })

  it('go round the accounts also while pictures are wanted: a mail waits for one of another account', async () => {
    const { running, send } = startStoring(true, { maxPauseMs: 0 })
    const sent = Array.from({ length: 8 }, () => send(1))
    await nextTurn()
    sent.push(send(2))
    expect(running).toHaveLength(1)
    expect((await endInTurn(running, 9)).slice(0, 2)).toEqual([1, 2])
    await Promise.all(sent)
  })

  it.each([true, false])('keep nothing of a mail once it began (pictures wanted: %j)', async (isPressing) => {
    const timeout = jest.spyOn(AbortSignal, 'timeout')
    const { running, send } = startStoring(isPressing, { maxPauseMs: 0 })
    const sent = [send(1), send(1)]
    await endInTurn(running, 2)
    await Promise.all(sent)
    const signals = timeout.mock.results.map(({ value }) => value as AbortSignal)
    expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
    timeout.mockRestore()
  })

  it.each([1, 6])(
    'end a wait with 451, and mail behind it has its turn (%i at a time)',
    async (maxConcurrent) => {
      const { running, send } = startStoring(true, { maxConcurrent, maxWaitMs: 50, maxPauseMs: 0 })
      const first = send(1)
      await expect(send(1)).rejects.toMatchObject({
        responseCode: 451,
        message: expect.stringContaining('no turn within 0.05 s') as string,
      })
      expect(await endInTurn(running, 1)).toEqual([1])
      await first
      const third = send(2)
      expect(await endInTurn(running, 1)).toEqual([2])
      await expect(third).resolves.toBeUndefined()
    },
  )
})
