import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { perSecond } from '@pas/testing/measure'
import { buildNewsletter } from '../../packages/email-clients/tests/real-templates/newsletter'
import { startNewsletterWeb } from '../newsletter-web'
import { stackVariable, type Stack } from '@pas/testing/open-stack'

/** Resolves to the emails' guids. */
export async function postEmails(stack: Pick<Stack, 'postEmail'>, accounts: number): Promise<string[]> {
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 5 })
  const web = await startNewsletterWeb()
  const html = await buildNewsletter(web.url)
  const guids: string[] = []
  await perSecond(accounts, 4, async (index) => {
    const deps = { db, clock: systemClock }
    const { id: accountId } = await createAccount(deps, { name: `Load ${index}` })
    const apiKey = await createApiKey(deps, { accountId })
    guids.push(await stack.postEmail({ html_text: html, subject: `The month in coffee ${index}` }, apiKey))
  })
  await web.close()
  await db.$disconnect()
  return guids
}
