/** The user that runs stores, services, engines and tests. */
export interface Identity {
  name: string
  uid: number
  gid: number
  /**
   * This process is root and the user is not: what it runs needs `uid` and `gid`, and files made for it are given to
   * it.
   */
  isDropped: boolean
}

/** What `spawn` needs to run a program as `identity`. */
export function spawnIdentity(identity: Identity): { uid?: number; gid?: number } {
  return identity.isDropped ? { uid: identity.uid, gid: identity.gid } : {}
}
