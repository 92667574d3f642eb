import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { Database, Email } from '@pas/db/database'
import { putContent } from '@pas/emails/email-content'
import type { Storage } from '@pas/storage/storage'
import { addEmail } from '@pas/testing/add-email'
import { request } from 'undici'
import { timeEach } from '@pas/testing/measure'
import { stackVariable, type Stack } from '@pas/testing/open-stack'
import { findEmail } from '@pas/emails/find-emails'

/** Milliseconds of our requests and of the least work with the same result, in alternating rounds. */
export interface Compared {
  ours: number[]
  bare: number[]
}

/** `POST /emails` without images, beside the same insert and object write. */
export async function compareCreate(
  { stack, db, storage }: { stack: Stack; db: Database; storage: Pick<Storage, 'put'> },
  html: string,
): Promise<Compared> {
  const post = (): Promise<string> => stack.postEmail({ html_text: html })
  const { accountId } = await getPostedEmail(db, await post())
  const direct = async (): Promise<void> => {
    const id = randomUUID()
    const content = {
      htmlText: html,
      plainText: null,
      subject: null,
      fromAddress: null,
      fromDisplayName: null,
    }
    await putContent(storage, id, content)
    await addEmail(db, { id, accountId, expiresAt: new Date(Date.now() + 1000) })
  }
  return inTurns(20, post, direct)
}

/**
 * The 301 of a captured preview, beside a bare Express route (bare-server.ts) with the same TLS, Prisma client and
 * pool.
 */
export async function compareRedirect(
  { stack, db }: { stack: Stack; db: Database },
  code: string,
): Promise<Compared> {
  const preview = await db.preview.findFirstOrThrow({ where: { status: 'captured', emailClient: code } })
  const tls = path.join(stackVariable('PAS_HOME'), 'tls')
  const server = fork(path.join(__dirname, '..', 'bare-server.ts'), [
    stackVariable('DATABASE_URL'),
    path.join(tls, 'server.pem'),
    path.join(tls, 'server.key'),
    'preview',
    preview.id,
  ])
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const bareRoute = async (): Promise<void> => {
    const answer = await request(`https://localhost:${port}/bare`, { dispatcher: stack.dispatcher })
    await answer.body.dump()
  }
  const times = await inTurns(100, () => stack.getPreview(preview.emailId, code), bareRoute)
  server.kill()
  return times
}

async function inTurns(
  perRound: number,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<Compared> {
  const times: Compared = { ours: [], bare: [] }
  await timeEach(2 * perRound, ours)
  await timeEach(2 * perRound, bare)
  for (let round = 0; round < 10; round++) {
    times.ours.push(...(await timeEach(perRound, ours)))
    times.bare.push(...(await timeEach(perRound, bare)))
  }
  return times
}

async function getPostedEmail(db: Database, guid: string): Promise<Email> {
  const email = await findEmail({ db }, { id: guid })
  if (!email) throw new Error('the stack has no such email')
  return email
}
