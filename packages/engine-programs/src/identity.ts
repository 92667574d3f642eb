/** The user that runs stores, services, engines and tests (the "run user"). */
export interface Identity {
  name: string
  uid: number
  gid: number
  /** Whether this process is root and the user is not: programs get `uid` and `gid`, their files are chowned. */
  isDropped: boolean
}

/** The options of `spawn` that run a program as `identity`. */
export function spawnIdentity(identity: Identity): { uid?: number; gid?: number } {
  return identity.isDropped ? { uid: identity.uid, gid: identity.gid } : {}
}
