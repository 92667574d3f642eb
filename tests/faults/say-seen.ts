import { isFullRun } from './full-run'

/** In the full run, a figure for docs/reliability.md. */
export function saySeen(fault: string, seen: string): void {
  if (isFullRun) process.stdout.write(`seen: ${fault}: ${seen}\n`)
}

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
