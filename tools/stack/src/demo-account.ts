import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { findApiKey } from '@pas/accounts/find-api-key'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { rotateClientSecret, setCallbackUris } from '@pas/accounts/change-oauth-application'
import { setPassword } from '@pas/accounts/set-password'
import { openDatabase, type Prisma } from '@pas/db/database'
import path from 'node:path'
import { z } from 'zod'
import { readIfThere, writePrivateFile } from './secrets'
import type { Demo } from './stack-file'

const userEmail = 'demo@example.com'
const applicationName = 'Demo application'
const clock = { now: () => new Date() }

const demoFile = z.object({
  account: z.string(),
  api_key: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  callback: z.string(),
  user: z.object({ email: z.string(), password: z.string() }),
})

/**
 * Makes account, user, application and key on the first start, and keeps secrets in `demo.json` (mode 0600). When the
 * file is missing or its key invalid, revokes the old secrets and makes new ones.
 */
export async function ensureDemoAccount(
  databaseUrl: string,
  homePath: string,
  callback: string,
): Promise<Demo> {
  const file = path.join(homePath, 'demo.json')
  const db = openDatabase({ url: databaseUrl, poolMax: 2 })
  try {
    const kept = readDemoFile(file)
    const key = kept && (await findApiKey({ db }, kept.api_key))
    if (kept && key?.status === 'active' && key.oauthApplication?.clientId === kept.client_id) {
      if (kept.callback === callback) return kept
      await setCallbackUris({ db }, kept.client_id, [callback])
      const moved = { ...kept, callback }
      writePrivateFile(file, `${JSON.stringify(moved, null, 2)}\n`)
      return moved
    }
    const made = await db.$transaction((transaction) => issueDemo(transaction, callback), { timeout: 15_000 })
    writePrivateFile(file, `${JSON.stringify(made, null, 2)}\n`)
    return made
  } finally {
    await db.$disconnect()
  }
}

/** Takes mail without AUTH, from this machine. One that was revoked stays so. */
export async function ensureOpenMailKey(
  databaseUrl: string,
  accountId: number,
  apiKey: string,
): Promise<void> {
  const db = openDatabase({ url: databaseUrl, poolMax: 1 })
  try {
    if (await findApiKey({ db }, apiKey)) return
    const name = 'mail from this machine without a key'
    await createApiKey({ db, clock }, { accountId, apiKey, name, onlyMail: true })
  } finally {
    await db.$disconnect()
  }
}

function readDemoFile(file: string): Demo | null {
  const text = readIfThere(file)
  if (text === null) return null
  try {
    return demoFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function issueDemo(db: Prisma.TransactionClient, callback: string): Promise<Demo> {
  const deps = { db, clock }
  const present = await db.user.findUnique({ where: { email: userEmail } })
  const accountId = present?.accountId ?? (await createAccount(deps, { name: 'Demo account' })).id
  const { generatedPassword } = present
    ? await setPassword(deps, userEmail, undefined)
    : await createUser(deps, { accountId, email: userEmail, firstName: 'Dana', lastName: 'Demo' })
  const application = await db.oauthApplication.findFirst({ where: { accountId, name: applicationName } })
  if (application) {
    await setCallbackUris(deps, application.clientId, [callback])
    await db.apiKey.updateMany({
      where: { oauthApplicationId: application.id, revokedAt: null },
      data: { revokedAt: clock.now() },
    })
  }
  const { clientId, clientSecret } = application
    ? { clientId: application.clientId, clientSecret: await rotateClientSecret(deps, application.clientId) }
    : await createOauthApplication(deps, { accountId, name: applicationName, callbackUris: [callback] })
  const apiKey = await createApiKey(deps, { accountId, clientId, name: applicationName })
  await recordAuditEvent(db, {
    at: clock.now(),
    actor: 'operator:npm-start',
    action: application ? 'demo.rotate' : 'demo.create',
    target: `account:${accountId}`,
  })
  return {
    account: String(accountId),
    api_key: apiKey,
    client_id: clientId,
    client_secret: clientSecret,
    callback,
    user: { email: userEmail, password: generatedPassword ?? '' },
  }
}
