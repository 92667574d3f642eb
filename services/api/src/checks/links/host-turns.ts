import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'

/** Runs work that asks a host (`URL.host`) when it is the account's turn. Rejects as `FairLine.run` does. */
export type HostTurns = <Answer>(
  host: string,
  accountId: number,
  work: () => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>

/** Makes the turns: each host is asked `maxPerHost` times at a time by this process, by its accounts in turns. */
export function createHostTurns(maxPerHost: number): HostTurns {
  const hosts = new Map<string, { queue: FairQueue; users: number }>()
  return async (host, accountId, work, signal) => {
    const limits = { maxConcurrent: maxPerHost, maxPerAccount: maxPerHost }
    const turns = hosts.get(host) ?? { queue: createFairQueue(limits), users: 0 }
    hosts.set(host, turns)
    turns.users++
    try {
      return await turns.queue.open(accountId, maxPerHost).run(work, signal)
    } finally {
      turns.users--
      if (turns.users === 0) hosts.delete(host)
    }
  }
}
