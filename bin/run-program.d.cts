import type { SpawnOptions } from 'node:child_process'

export function runProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions & { signal: AbortSignal; killAfterMs?: number },
): Promise<{ status: number | null; stdout: string; stderr: string }>
