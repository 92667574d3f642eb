import { provideBoardApplication } from '@pas/accounts/provide-board-application'
import { setAccountDisabled } from '@pas/accounts/set-account-disabled'
import { setApplicationDisabled } from '@pas/accounts/set-application-disabled'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { checkBoard } from './check-board'

describe('the check of the board', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const clientId = 'pas-board'
  const clientSecret = 's'.repeat(32)
  const board = {
    BOARD_URL: 'https://board.example',
    BOARD_CLIENT_ID: clientId,
    BOARD_CLIENT_SECRET: clientSecret,
  }
  const found = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { status, detail } = await checkBoard({ ...env, DATABASE_URL: database.url })
    return `${status}: ${detail}`
  }

  it('says what is wrong with its application, and which command mends it', async () => {
    const deps = { db: database.db, clock: systemClock }
    expect(await found({})).toBe('skipped: BOARD_URL is not set: this installation has no board')
    expect(await found(board)).toMatch(/^failed: .*pas-board is not registered.*'pas app provide-board'$/)
    await provideBoardApplication(deps, { boardUrl: board.BOARD_URL, clientId, clientSecret })
    expect(await found(board)).toBe('ok: its application pas-board is registered')
    expect(await found({ BOARD_URL: board.BOARD_URL })).toMatch(/^ok: .*pas-board is registered/)

    expect(await found({ ...board, BOARD_CLIENT_ID: 'pas-other' })).toMatch(
      /^failed: .*pas-other is not registered, and pas-board is.*set BOARD_CLIENT_ID to it/,
    )
    expect(await found({ ...board, BOARD_URL: 'https://other.example' })).toMatch(
      /^failed: .*https:\/\/board\.example\/callback, not https:\/\/other\.example\/callback.*provide-board'/,
    )
    expect(await found({ ...board, BOARD_CLIENT_SECRET: 'o'.repeat(32) })).toMatch(
      /^failed: .*another client_secret.*provide-board'/,
    )
    await setApplicationDisabled(deps, clientId, true)
    expect(await found(board)).toMatch(/^failed: .*is disabled: run 'pas app enable pas-board'$/)
    await setApplicationDisabled(deps, clientId, false)
    const { accountId } = await database.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
    await setAccountDisabled(deps, accountId, true)
    expect(await found(board)).toMatch(
      new RegExp(`^failed: .*account ${accountId} is disabled: run 'pas account enable ${accountId}'$`),
    )
  })
})
