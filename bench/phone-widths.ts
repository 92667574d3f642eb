/*
 * `npm run bench -- phone-widths /path/to/templates` draws every HTML file of a folder as phones show it. It lists the
 * pictures that are not exactly as wide as their device, and those with a gap at the right: rows whose first and last
 * pixels differ in colour.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import type { HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import { emulate } from '@pas/email-clients/emulate/emulate'
import sharp from 'sharp'
import { startDrawer, type Drawer } from './fidelity/drawer'

const shownIn = ['IPHONE16', 'ANDROID11GMAILAPP', 'ANDROIDSAMSUNG10', 'OUTLOOKIOS', 'YAHOOANDROID']
/**
 * The share of a picture's rows whose first and last pixels may differ, as with a photograph at one edge or a border on
 * one side.
 */
const oddRows = 0.04
/** Two pixels differ in colour when their three channels differ by more than this in sum. */
const visibleDifference = 24

const stateFolder = path.join(
  process.env.BENCH_FOLDER ?? path.join(__dirname, '..', '.run', 'bench'),
  'phone-widths',
)

async function main(): Promise<void> {
  const folder = process.argv[2]
  if (folder === undefined)
    throw new Error("No folder with emails was named: 'npm run bench -- phone-widths FOLDER'.")
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.html?$/i.test(name),
  )
  const drawers = new Map<string, Promise<Drawer>>()
  for (const code of shownIn) {
    const emailClient = findEmailClient(code)
    if (!emailClient || (emailClient.engine !== 'chromium' && emailClient.engine !== 'webkit')) continue
    const { engine } = emailClient
    const drawer = drawers.get(engine) ?? startDrawer({ engine, assets: [], frames: [], stateFolder })
    drawers.set(engine, drawer)
    const found = { otherWidth: [] as string[], gap: [] as string[], undrawn: [] as string[] }
    for (const file of files) {
      const content = {
        html: readFileSync(path.join(folder, file), 'utf8'),
        ...{ plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
      }
      const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null } as const
      const { document } = emulate(emailClient, content, options)
      if (document.kind !== 'html') continue
      try {
        const seen = await look(await (await drawer).png(document), document)
        if (seen.otherWidth !== null) found.otherWidth.push(`${file}: ${seen.otherWidth} px`)
        if (seen.hasGap) found.gap.push(file)
      } catch (error) {
        found.undrawn.push(`${file}: ${String(error)}`)
      }
    }
    console.log(`${code}: ${files.length} emails`)
    console.log(`  not as wide as the device: ${found.otherWidth.length}`, found.otherWidth)
    console.log(`  gap at the right: ${found.gap.length}`, found.gap)
    console.log(`  not drawn: ${found.undrawn.length}`, found.undrawn)
  }
  for (const drawer of drawers.values()) await (await drawer).close()
}

async function look(
  png: Buffer,
  { frame }: HtmlDocument,
): Promise<{ otherWidth: number | null; hasGap: boolean }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const row = info.width * info.channels
  let odd = 0
  for (let y = 0; y < info.height; y++) {
    const first = y * row
    const last = first + row - info.channels
    let difference = 0
    for (let channel = 0; channel < 3; channel++)
      difference += Math.abs((data[first + channel] ?? 0) - (data[last + channel] ?? 0))
    if (difference > visibleDifference) odd++
  }
  const screenWidth = Math.round(frame.width * (frame.zoom ?? 1) * frame.deviceScaleFactor)
  return { otherWidth: info.width === screenWidth ? null : info.width, hasGap: odd > oddRows * info.height }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
