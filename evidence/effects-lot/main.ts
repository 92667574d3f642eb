/*
 * `npm run bench -- effects-lot FOLDER` checks what the product says of changes: it draws 50 changes by lot, among those
 * that `/changes` lists for ten HTML files of the folder in five email clients after the check `effects`. Each is left
 * out alone, both pictures are drawn, and their bytes compared. Fails if one that is not visible is seen, or one that was
 * measured as visible is not; another `visible` claims nothing.
 * Addresses of pictures are replaced by that of a picture on this machine. `--seed N`, `--count N`, `--client
 * CODE`, `--basis measured_here` for these alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { openStack } from '@pas/testing/open-stack'
import { runToEnd } from '@pas/testing/run-to-end'
import { serveFiles } from '@pas/testing/small-web'
import { benchFolder } from '../bench-folder'
import { pictureAsset } from '../effects/picture-asset'
import { startDrawer } from '../fidelity/drawer'
import { startLot, type Lot } from './lot'
import { isSeenAlone } from './is-seen-alone'
import { measuredChanges, type ListedChange } from './measured-changes'

const shownIn = ['OL365', 'OL2016', 'CHROMEGMAILNEW', 'CHROMEOUTLOOKCOM', 'ANDROID15GMAILAPPDARK']
const templatesAtMost = 10

interface Ticket {
  file: string
  html: string
  code: string
  change: ListedChange
}

/** Resolves to whether no verdict that was measured here is wrong. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '50' },
      client: { type: 'string', multiple: true, default: shownIn },
      basis: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new Error("No folder with HTML files was named: 'npm run bench -- effects-lot FOLDER'.")
  const lot = startLot(Number(values.seed))
  const picture = await pictureAsset()
  const web = await serveFiles(new Map([['/picture.png', picture.body]]), picture.contentType)
  const files = lot
    .shuffle(
      readdirSync(folder)
        .filter((name) => /\.html?$/i.test(name))
        .sort(),
    )
    .slice(0, templatesAtMost)
  const pairs: Ticket[][] = []
  const visible = { seen: 0, unmeasured: 0 }
  for (const file of files) {
    const html = withPictures(readFileSync(path.join(folder, file), 'utf8'), `${web.url}/picture.png`)
    const listed = await measuredChanges(openStack(), html, values.client)
    for (const [code, changes] of listed) {
      const drawn = changes.filter(({ basis }) => values.basis === undefined || basis === values.basis)
      pairs.push(drawn.map((change) => ({ file, html, code, change })))
      for (const { effect, basis, count } of changes)
        if (effect === 'visible') visible[basis === 'measured_here' ? 'seen' : 'unmeasured'] += count
    }
  }
  const tickets = drawTickets(pairs, lot, Number(values.count))
  const drawer = await startDrawer({
    engine: 'chromium',
    assets: [picture],
    frames: [],
    stateFolder: path.join(benchFolder, 'effects-lot'),
  })
  const counts = { right: 0, wrong: 0, unproved: 0 }
  for (const { file, html, code, change } of tickets) {
    const emailClient = findEmailClient(code)
    if (!emailClient) throw new Error(`${code} is not in the catalogue.`)
    const isSeen = await isSeenAlone({ emailClient, html, change, drawer, pictureName: picture.name })
    const { rule, what, where, effect, basis } = change
    const isUnproved = effect === 'visible' && basis !== 'measured_here'
    const outcome = isUnproved ? 'unproved' : isSeen === (effect === 'visible') ? 'right' : 'wrong'
    counts[outcome] += 1
    const told = `${file}:${where?.line ?? 0} ${code} ${rule} ${what}: ${effect}, ${basis}`
    console.log(`${outcome} ${told}; the picture ${isSeen ? 'differs' : 'is the same'}`)
  }
  await drawer.close()
  await web.close()
  console.log(
    `${counts.right} right, ${counts.wrong} wrong, ${counts.unproved} not proved. ` +
      `${pairs.length} templates in an email client: ${visible.seen} changes measured as seen, ${visible.unmeasured} "up to".`,
  )
  return counts.wrong === 0
}

/** Of each template and email client one in turn, so that none with many changes has all. */
function drawTickets(pairs: readonly (readonly Ticket[])[], lot: Lot, count: number): Ticket[] {
  const left = lot.shuffle(pairs).map((pair) => lot.shuffle(pair))
  const tickets: Ticket[] = []
  for (let round = 0; tickets.length < count && left.some((pair) => pair.length > round); round++)
    tickets.push(...left.flatMap((pair) => pair[round] ?? []))
  return tickets.slice(0, count)
}

function withPictures(html: string, url: string): string {
  return html.replaceAll(
    /((?:\bsrc|\bbackground)\s*=\s*["']|\burl\(\s*["']?)(?!data:|cid:)([^"')\s>]+)/gi,
    (_, before: string) => `${before}${url}`,
  )
}

runToEnd(main)
