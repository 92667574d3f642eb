import { withDescendants } from '@pas/testing/processes'

/** A process and all its descendants, with zombies. */
export interface ProcessTree {
  count: number
  /** The sum of resident sizes; pages that processes share count in each. */
  residentBytes: number
}

/** Counts a process and all its descendants. Throws when the process has ended. */
export function processTree(rootPid: number): ProcessTree {
  const tree = withDescendants([rootPid])
  if (!tree.some(({ pid }) => pid === rootPid)) throw new Error(`process ${rootPid} has ended`)
  return {
    count: tree.length,
    residentBytes: tree.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  }
}
