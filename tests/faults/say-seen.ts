import { isLongRun } from '@pas/testing/long-run'

/** In the full run, a figure for docs/reliability.md. */
export function saySeen(fault: string, seen: string): void {
  if (isLongRun) process.stdout.write(`seen: ${fault}: ${seen}\n`)
}

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
