export interface Identity {
  name: string
  uid: number
  gid: number
  /** Whether this process is root and runs programs as this other user, to whom it gives their files (chown). */
  isDropped: boolean
}

export function spawnIdentity(identity: Identity): { uid?: number; gid?: number } {
  return identity.isDropped ? { uid: identity.uid, gid: identity.gid } : {}
}
