/*
 * `npm run bench -- board`: how fast the board's pages are, in a real browser and compared with the API: the first byte
 * and the size of a grid of 137 email clients; the time from a capture's row to the picture painted, and from a letter
 * of the filter to the grid painted; drawing an email again in 12 email clients; and how far the layout moves.
 * `--hour`: only how much memory the service and the page hold after 200 emails, one after the other.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '@pas/db/database'
import { emailClients } from '@pas/email-clients/catalogue'
import { openStackStorage } from './stack-storage'
import { measureFilters } from './board/filters'
import { measureFirstByte } from './board/first-byte'
import { measureHour } from './board/hour'
import { measurePictures } from './board/pictures'
import { measureRedraw } from './board/redraw'
import { signInToBoard } from './board/sign-in'
import { postWithCapturedPreviews } from './captured-previews'
import { report, type Measured } from './measure'
import { buildNewsletter } from './newsletter'
import { startNewsletterWeb } from './newsletter-web'
import { openStack, stackVariable } from './stack'

/** Number of previews of the grid whose first byte and filter are measured. */
const previews = 137
/** Number of email clients, all drawn by Chromium, whose pictures are awaited together. */
const drawn = 12

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { hour: { type: 'boolean', default: false } } })
  const stack = openStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 4 })
  const { browser, context, cookie } = await signInToBoard(stack, db)
  const web = await startNewsletterWeb()
  const measured: Measured = { figures: {}, ratios: {} }
  // Prints each part as soon as it is measured: all of them take minutes.
  const add = ({ figures, ratios }: Measured): void => {
    console.log(figures)
    Object.assign(measured.figures, figures)
    Object.assign(measured.ratios, ratios)
  }
  if (values.hour) {
    add(await measureHour(stack, context, { html: '<p>Hello</p>', codes: ['CHROMEGMAILNEW', 'PLAINTEXT'] }))
  } else {
    const newsletter = {
      html: await buildNewsletter(web.url),
      codes: emailClients
        .filter(({ engine }) => engine === 'chromium')
        .slice(0, drawn)
        .map(({ code }) => code),
    }
    const storage = openStackStorage()
    const png = await stack.getPicture(
      await stack.postEmail({ html_text: newsletter.html }),
      'CHROMEGMAILNEW',
    )
    const guid = await postWithCapturedPreviews(stack, db, previews, { storage, png })
    storage.close()
    add(await measureFirstByte(stack, guid, cookie))
    add(await measureFilters(stack, context, guid))
    add(await measurePictures(stack, db, context, newsletter))
    add(await measureRedraw(stack, context, newsletter))
  }
  report(values.hour ? 'board --hour' : 'board', measured.figures, measured.ratios)
  web.close()
  await browser.close()
  await db.$disconnect()
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
