import { createApiKey } from '@pas/accounts/create-api-key'
import { runNodemailerRecipe } from '../../api/tests/run-recipe'
import { startBoard, type SignedInVisitor, type TestBoard } from './start-board'

describe('the recipes of an empty inbox', () => {
  let board: TestBoard
  let own: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard({ takesMail: true })
    own = await board.signIn()
  }, 120_000)
  afterAll(async () => {
    await own.close()
    await board.close()
  })

  const textOf = async (path: string): Promise<string> => (await own.board.get(path)).text()
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

  it('have one of Nodemailer that sends with a key, as it is printed', async () => {
    const html = await textOf('/inboxes?inbox=first')
    const printed = /id="recipe-nodemailer".*?<code>([^<]*)<\/code>/s.exec(html)?.[1] ?? ''
    const recipe = printed.replace(/&([a-z]+|#x27);/g, (_all, name: string) => characters[name] ?? '')
    const apiKey = await createApiKey(board.auth, { accountId: board.auth.accountId, onlyMail: true })
    expect(await runNodemailerRecipe(recipe.replace('YOUR_API_KEY', apiKey))).toMatch(
      /^250 2\.6\.0 Stored as /,
    )
    expect(await textOf('/inboxes?inbox=first')).toContain('By the recipe')
  })
})
