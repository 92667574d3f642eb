import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import { provideBoardApplication } from '@pas/accounts/provide-board-application'
import { createSignInLink } from '@pas/accounts/one-time-links'
import { openDatabase, type Database } from '@pas/db/database'
import type { Demo } from './stack-file'

const clock = { now: () => new Date() }

export async function registerBoard(
  databaseUrl: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { BOARD_URL: boardUrl = '', BOARD_CLIENT_ID: clientId = '', BOARD_CLIENT_SECRET = '' } = variables
  await withDatabase(databaseUrl, (db) =>
    db.$transaction((transaction) =>
      provideBoardApplication(
        { db: transaction, clock },
        { boardUrl, clientId, clientSecret: BOARD_CLIENT_SECRET },
      ),
    ),
  )
}

/**
 * With a one-time link that signs the demo's user in. A stack listens on loopback: only users of this machine can open
 * it.
 */
export const makeSignInUrl = (databaseUrl: string, boardUrl: string, demo: Demo): Promise<string> =>
  withDatabase(databaseUrl, async (db) => {
    const { id } = await db.user.findUniqueOrThrow({
      where: { email: demo.user.email },
      select: { id: true },
    })
    const token = await db.$transaction((transaction) => createSignInLink({ db: transaction, clock }, id))
    return `${boardUrl}/signin?link=${token}`
  })

/** The codes that the demo's user has chosen; null without a choice. */
export const chosenEmailClients = (databaseUrl: string, demo: Demo): Promise<readonly string[] | null> =>
  withDatabase(databaseUrl, async (db) => {
    const { id } = await db.user.findUniqueOrThrow({
      where: { email: demo.user.email },
      select: { id: true },
    })
    return findEmailClientChoice({ db }, id)
  })

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url, poolMax: 1 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}
