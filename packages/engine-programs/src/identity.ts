/** The user that runs stores, services, engines and tests (the "run user"). */
export interface Identity {
  name: string
  uid: number
  gid: number
  /**
   * True when this process is root and the user is not: programs are then spawned with `uid` and `gid`, and files made
   * for them chowned.
   */
  isDropped: boolean
}

/** The options of `spawn` that run a program as `identity`. */
export function spawnIdentity(identity: Identity): { uid?: number; gid?: number } {
  return identity.isDropped ? { uid: identity.uid, gid: identity.gid } : {}
}
