import { createLogger } from '@pas/runtime/logger'
import { EmailCache } from '../src/email-cache'
import { openEmailEmulator } from '../src/email-emulator'
import type { CheckDeps } from '../src/run-audit'
import { sharedEngine } from './shared-engine'
import { openTestStores, type TestStores } from './test-stores'

/** Audits in Chromium, with the rights of a worker only. */
export async function openAudits(): Promise<{
  stores: TestStores
  deps: CheckDeps
  close: () => Promise<void>
}> {
  const logger = createLogger('render-worker')
  logger.level = 'silent'
  const emulator = openEmailEmulator(logger)
  const { engine, assetOrigin } = await sharedEngine('chromium')
  const stores = await openTestStores()
  const deps = {
    ...stores,
    db: stores.workerDb,
    assetOrigin,
    emulator,
    engine,
    captureTimeoutMs: 20_000,
    jobTimeoutMs: 30_000,
    reusesPages: true,
    emails: new EmailCache(),
  }
  const close = async (): Promise<void> => {
    await emulator.close()
    await stores.close()
  }
  return { stores, deps, close }
}
