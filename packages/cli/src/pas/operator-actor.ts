import os from 'node:os'

/** Who is at the keyboard, as the audit trail names them; a container's user may have a number only. */
export function operatorActor(): string {
  try {
    return `operator:${os.userInfo().username}`
  } catch {
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`
  }
}
