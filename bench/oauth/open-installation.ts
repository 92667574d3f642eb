import path from 'node:path'
import { openDatabase, type Database } from '@pas/db/database'
import { openOauthStack, stackVariable } from '@pas/testing/open-stack'

export interface Installation {
  stack: ReturnType<typeof openOauthStack>
  db: Database
  applicationId: number
  user: { id: number; accountId: number; passwordHash: string }
  certificate: readonly [certFile: string, keyFile: string]
}

export async function openInstallation(): Promise<Installation> {
  const stack = openOauthStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 2 })
  const tls = path.join(stackVariable('PAS_HOME'), 'tls')
  const application = await db.oauthApplication.findUniqueOrThrow({ where: { clientId: stack.clientId } })
  return {
    stack,
    db,
    applicationId: application.id,
    user: await db.user.findFirstOrThrow(),
    certificate: [path.join(tls, 'server.pem'), path.join(tls, 'server.key')],
  }
}
