import type { Logger } from './logger'

/** The same text is logged at most once in ten seconds; `left_out` counts the errors between. */
export type WarnSparingly = (error: unknown, text: string) => void

const pauseMs = 10_000

export function createSparingWarnings(logger: Pick<Logger, 'warn'>): WarnSparingly {
  const seen = new Map<string, { atMs: number; leftOut: number }>()
  return (error, text) => {
    const now = performance.now()
    const last = seen.get(text)
    if (last && now - last.atMs < pauseMs) {
      last.leftOut += 1
      return
    }
    seen.set(text, { atMs: now, leftOut: 0 })
    logger.warn({ err: error, ...(last?.leftOut && { left_out: last.leftOut }) }, text)
  }
}
