import type { Home } from '@pas/stack/home'
import type { Identity } from '@pas/engine-programs/identity'

export interface Prepared {
  home: Home
  identity: Identity
  env: Record<string, string>
}

export interface Preparation {
  ready: Promise<Prepared>
  stop(): Promise<void>
  kill(): void
}
