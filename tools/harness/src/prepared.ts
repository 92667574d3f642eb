import type { Home } from '@pas/stack/home'
import type { Identity } from '@pas/engine-programs/identity'

/** What a test run or a benchmark runs in. */
export interface Prepared {
  home: Home
  identity: Identity
  env: Record<string, string>
}

/** Something on its way to be ready. */
export interface Preparation {
  ready: Promise<Prepared>
  /** Takes everything away again. */
  stop(): Promise<void>
}
