import { loadScripts } from '@pas/runtime/keep-scripts-loaded'
import { connectToQueues } from '@pas/runtime/open-redis'
import { reasonOf } from '@pas/runtime/reason-of'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { Queue } from 'bullmq'

const timeLimitMs = 10_000

/** So that this release's workers can start before its api (ADR 6). Resolves to `loaded`, or to the reason why not. */
export async function loadQueueScripts(url: string): Promise<string> {
  try {
    return await withinTimeout(load(url), timeLimitMs, () => `no answer within ${timeLimitMs / 1_000} s`)
  } catch (error) {
    return `not loaded, so this release's workers wait for its api: ${reasonOf(error)}`
  }
}

async function load(url: string): Promise<string> {
  const redis = await connectToQueues(url, { warn: () => undefined })
  // A queue defines its scripts on the connection, and writes nothing.
  const queue = new Queue('scripts', { connection: redis })
  queue.on('error', () => undefined)
  try {
    await queue.waitUntilReady()
    await loadScripts(redis)
    return 'loaded'
  } finally {
    await queue.close()
    redis.disconnect()
  }
}
