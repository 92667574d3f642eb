import { fork } from 'node:child_process'
import path from 'node:path'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { sendRound } from '../send-round'
import { stackVariable } from '@pas/testing/open-stack'
import { interleave, type Interleaved } from './interleave'
import { nextMessage } from './next-message'
import type { Installation } from './open-installation'

const readsPerRound = 1_000

/** The user API's quickest answer, beside a bare Express route with one indexed select (bare-server.ts). */
export async function readCurrentUser(installation: Installation): Promise<Interleaved> {
  const { stack, user, certificate } = installation
  const bare = fork(path.join(__dirname, '../bare-server.ts'), [
    stackVariable('DATABASE_URL'),
    ...certificate,
    'user',
    String(user.id),
  ])
  const { port } = await nextMessage<{ port: number }>(bare)
  const accessToken = await issueAccessToken(installation)
  const reads = await interleave(
    () =>
      sendRound(`${stack.apiUrl}/v2/users/current`, readsPerRound, {
        method: 'GET',
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    () => sendRound(`https://localhost:${port}/bare`, readsPerRound, { method: 'GET', headers: {} }),
  )
  bare.kill()
  return reads
}

async function issueAccessToken({ db, applicationId, user }: Installation): Promise<string> {
  const accessTokenText = issueSecret('accessToken')
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 7_200_000)
  const family = await db.tokenFamily.create({
    data: { userId: user.id, oauthApplicationId: applicationId, scope: 'full', createdAt, expiresAt },
  })
  await db.accessToken.create({
    data: { tokenHash: sha256(accessTokenText), tokenFamilyId: family.id, createdAt, expiresAt },
  })
  return accessTokenText
}
