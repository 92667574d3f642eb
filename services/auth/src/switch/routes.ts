import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'
import { Router } from 'express'
import type { AuthConfig } from '../config'
import type { Throttle } from '../throttle/open-throttle'

export interface SwitchDeps {
  config: AuthConfig
  db: Database
  clock: Clock
  logger: Logger
  throttle: Throttle
}

export function switchRoutes(_deps: SwitchDeps): Router {
  return Router()
}
