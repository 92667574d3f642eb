import { isLongRun } from '@pas/testing/long-run'

/** Prints a figure that was seen, in the long run only. */
export function saySeen(fault: string, seen: string): void {
  if (isLongRun) process.stdout.write(`seen: ${fault}: ${seen}\n`)
}

/** Milliseconds as seconds with one decimal: `1.2 s`. */
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
