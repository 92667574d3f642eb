import { telemetry } from '@pas/runtime/telemetry'
import { createAuditNotes } from '@pas/accounts/audit-notes'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/run-main'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { createMailer } from '@pas/mail/mailer'
import { createApp } from './app'
import { loadConfig } from './config'
import { startMailOutbox } from './mails/mail-outbox'
import { createLostPasswords } from './passwords/lost-passwords'
import { openServedEngines } from './settings/open-served-engines'
import { openThrottle } from './throttle/open-throttle'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('auth')
  const clock = systemClock
  const db = openDatabase(config.database)
  const refusalTrail = createAuditNotes({ db, clock, logger })
  const throttle = openThrottle({ ...config.rates, limits: config.limits }, logger)
  const servedEngines = openServedEngines(config.queues, clock, logger)
  const mailOutbox =
    config.mail && startMailOutbox({ ...config, db, clock, logger, mailer: createMailer(config.mail) })
  const lostPasswords = createLostPasswords({ db, clock, logger, throttle, wake: () => mailOutbox?.wake() })
  const readiness = createReadiness()
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const stores = { db, throttle, servedEngines }
  const parts = { config, ...stores, clock, logger, refusalTrail, lostPasswords, mailOutbox }
  // Without Redis only signing in fails (docs/contract.md §4.19), so the process stays ready.
  const app = createApp(parts, readiness, [{ name: 'postgres', check: checkDatabase }])
  const start = { timeoutMs: config.startTimeoutMs, logger }
  await Promise.all([
    untilStoreComes(neededDatabase, start, checkDatabase),
    // The service can start while Redis is away, but not with a password that Redis refuses.
    untilStoreComes({ ...neededRedis, variable: config.rates.variable }, start, () =>
      throttle.untilNotRefused(),
    ),
  ])
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  await untilStopped(
    [
      withdrawFirst(readiness, config.stop.drainDelayMs),
      listening,
      { close: () => Promise.all([refusalTrail.settled(), lostPasswords.settled()]) },
      throttle,
      servedEngines,
      { close: () => mailOutbox?.close() },
      { close: () => db.$disconnect() },
      telemetry,
    ],
    { logger, graceMs: config.stop.graceMs },
  )
}

void runMain(main)
