/*
 * How good the emulations are, measured by leaving out: each feature's email is made with it and without it, and a client honours what
 * makes a difference in its pictures. caniemail says what the real client does. No picture is compared with one from elsewhere, so
 * fonts, frames and widths do not matter.
 *
 * `--client CODE` measures one code and prints each cell that is wrong; `--feature SLUG` one feature. Both need no stack.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { makeAssets } from './fidelity/assets'
import { startDrawer } from './fidelity/drawer'
import {
  bareDocument,
  emailsOf,
  emulateFor,
  findVisibleFeatures,
  judgeableCells,
  measureClient,
} from './fidelity/measure-client'
import { features } from './fidelity/features'
import { scoreOf } from './fidelity/score'
import { scoredCodes } from './fidelity/scored-codes'

const stateFolder = path.join(
  process.env.BENCH_FOLDER ?? path.join(__dirname, '..', '.run', 'bench'),
  'fidelity',
)

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { client: { type: 'string' }, feature: { type: 'string' } } })
  const assets = await makeAssets()
  const drawer = await startDrawer({ assets, frames: [bareDocument('').frame], stateFolder })
  const visible = await findVisibleFeatures(drawer)
  const invisible = Object.keys(features).filter((slug) => !visible.has(slug))
  console.log(
    `${visible.size} features show in ${drawer.version}; ${invisible.length} described ones do not: ${invisible.join(' ')}`,
  )
  const code = scoredCodes.find((scored) => scored.code === values.client?.toUpperCase())
  if (code) {
    const emailClient = findEmailClient(code.code)
    if (!emailClient) throw new Error(`${code.code} has no profile`)
    const cells = judgeableCells(code, visible)
    if (values.feature !== undefined)
      for (const slug of cells.keys()) if (slug !== values.feature) cells.delete(slug)
    const judged = await measureClient({ drawer, assets }, emailClient, cells)
    const folder = path.join(stateFolder, code.code)
    for (const { slug, cell, expected, isHonoured, seen } of judged) {
      if ((expected === 'y') === isHonoured && values.feature === undefined) continue
      console.log(
        `${slug}: caniemail says ${expected}; ours: ${isHonoured ? 'honoured' : 'ignored'} (${seen}). Cell '${cell.text}' of ${cell.version}. ${cell.notes.join(' ')}`,
      )
      mkdirSync(folder, { recursive: true })
      const { withFeature, withoutFeature } = emailsOf(slug)
      for (const [name, html] of Object.entries({ with: withFeature, without: withoutFeature })) {
        writeFileSync(path.join(folder, `${slug}.${name}.sent.html`), html)
        writeFileSync(
          path.join(folder, `${slug}.${name}.emulated.html`),
          emulateFor(emailClient, html, assets).html,
        )
      }
    }
    console.log({ ...scoreOf(judged), wanted: code.wanted, files: folder })
  }
  await drawer.close()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
