import type { Home } from '@pas/stack/home'
import type { Identity } from '@pas/engine-programs/identity'

/** The surroundings of a test run, a benchmark or an acceptance test. */
export interface Prepared {
  home: Home
  identity: Identity
  env: Record<string, string>
}

/** A test run's or benchmark's surroundings while they are being started. */
export interface Preparation {
  ready: Promise<Prepared>
  /** Stops and removes everything that was started. */
  stop(): Promise<void>
  /** Kills everything that was started at once. */
  kill(): void
}
