/*
 * `npm run bench -- cut-off FOLDER` draws each HTML file of a folder in the popular email clients that Chromium or WebKit
 * draws, and in others with pages of their own, and prints which picture ends above its last visible text. `--client
 * CODE`, any number of times, draws in these clients only. Fails if there is one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { runToEnd } from '@pas/testing/run-to-end'
import { benchFolder } from '../bench-folder'
import { pictureAsset } from '../effects/picture-asset'
import { servedUrl, startDrawer, type Drawer } from '../fidelity/drawer'
import { textBelowEnd } from './text-below-end'

/** Their pages are built as no popular client's is. */
const unlike = [
  'APPMAIL26DARK',
  'CHROMEAOLONLINE',
  'CHROMEGMXDE',
  'CHROMEOUTLOOKCOMDARK',
  'K9MAIL',
  'OL2019MAC',
  'OUTLOOKNEWMAC',
  'PROTONMAIL',
  'YAHOOANDROID',
  'YAHOOIOS',
]

/** Those whose pictures Chromium or WebKit draws. */
function clientsOf(codes: readonly string[]): EmailClient[] {
  return codes.flatMap((code) => {
    const emailClient = findEmailClient(code)
    if (!emailClient) throw new Error(`${code} is not in the catalogue.`)
    return emailClient.engine === 'chromium' || emailClient.engine === 'webkit' ? [emailClient] : []
  })
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { client: { type: 'string', multiple: true } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new Error("No folder with HTML files was named: 'npm run bench -- cut-off FOLDER'.")
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.html?$/i.test(file))
    .sort()
  const clients = clientsOf(values.client ?? [...popularEmailClients, ...unlike])
  const picture = await pictureAsset()
  const drawers = new Map<string, Promise<Drawer>>()
  const drawerOf = (engine: 'chromium' | 'webkit'): Promise<Drawer> => {
    const stateFolder = path.join(benchFolder, 'cut-off')
    const drawer = drawers.get(engine) ?? startDrawer({ engine, assets: [picture], frames: [], stateFolder })
    drawers.set(engine, drawer)
    return drawer
  }
  const judge = async (file: string, emailClient: EmailClient): Promise<boolean> => {
    const html = readFileSync(path.join(folder, file), 'utf8')
    const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const { document } = emulate(emailClient, content, {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl: () => servedUrl(picture.name),
    })
    if (document.kind !== 'html') throw new Error(`${emailClient.code} does not show HTML.`)
    const drawer = await drawerOf(emailClient.engine as 'chromium' | 'webkit')
    // A page that is shown much smaller has no room below its end in WebKit's surface.
    const below = await textBelowEnd((drawn) => drawer.png(drawn), document).catch((error: unknown) => {
      console.log(`${emailClient.code} was not judged for ${file}: ${String(error)}`)
      return 0
    })
    if (below > 0) console.log(`${emailClient.code} ends ${below} px above the last text of ${file}`)
    return below > 0
  }
  let cutOff = 0
  // Each engine in turns of its own: a capture that waits behind others would count as slow.
  const judgeAll = async (engine: string): Promise<void> => {
    for (const file of files)
      for (const emailClient of clients)
        if (emailClient.engine === engine && (await judge(file, emailClient))) cutOff++
  }
  await Promise.all(['chromium', 'webkit'].map(judgeAll))
  console.log(`${files.length} files in ${clients.length} email clients: ${cutOff} pictures are cut off`)
  for (const drawer of drawers.values()) await (await drawer).close()
  return cutOff === 0
}

runToEnd(main)
