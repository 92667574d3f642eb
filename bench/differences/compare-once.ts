/* Arguments: `json` or `png`, and two files. Sends its parent the time and the memory of one comparison. */
import { readFileSync } from 'node:fs'
import { comparePictures } from '@pas/picture-difference/compare-pictures'
import { drawDifference } from '@pas/picture-difference/draw-difference'
import sharp from 'sharp'

export type Form = 'json' | 'png'

export interface Compared {
  ms: number
  /** Of all threads: on a busy machine `ms` is longer. */
  processorMs: number
  /** By which the most memory that this process ever had exceeds what it had before. */
  bytes: number
}

const work = { json: comparePictures, png: drawDifference }

async function main([form, base = '', head = '']: readonly string[]): Promise<void> {
  // As the service does.
  sharp.concurrency(1)
  sharp.cache(false)
  const pictures = [readFileSync(base), readFileSync(head)] as const
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  await work[form as Form](...pictures)
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(usedBefore)
  const processorMs = (user + system) / 1_000
  process.send?.({
    ms,
    processorMs,
    bytes: process.resourceUsage().maxRSS * 1_024 - before,
  } satisfies Compared)
}

void main(process.argv.slice(2))
