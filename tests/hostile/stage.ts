import { startUntrustedServer } from './broken-web'
import { openStage, type Stage } from './open-stage'

/** The stage of all hostile emails, while tests run; nothing of one may be left when the next is sent. */
export let stage: Stage
/** A server whose certificate nobody trusts, at an address that is allowed. */
export let untrusted: Awaited<ReturnType<typeof startUntrustedServer>>

beforeAll(async () => {
  untrusted = await startUntrustedServer('127.0.0.2')
  stage = await openStage({ alsoAllowed: new URL(untrusted.url).host })
})
afterAll(async () => {
  await stage?.close()
  await untrusted?.close()
})
afterEach(() => stage.expectNothingLeft())
