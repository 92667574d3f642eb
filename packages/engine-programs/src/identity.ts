export interface Identity {
  name: string
  uid: number
  gid: number
  /** This process is root and the user is not: programs get `uid` and `gid`, their files are chowned. */
  isDropped: boolean
}

export function spawnIdentity(identity: Identity): { uid?: number; gid?: number } {
  return identity.isDropped ? { uid: identity.uid, gid: identity.gid } : {}
}
