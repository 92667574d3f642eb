import os from 'node:os'

/** `operator:<os user>`, or `operator:uid-<number>` where the user has no name, as in a container. */
export function operatorActor(): string {
  try {
    return `operator:${os.userInfo().username}`
  } catch {
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`
  }
}
