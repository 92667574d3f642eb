/*
 * `npm run bench -- effects FOLDER` measures which changes of email clients leave a picture as it is. FOLDER has public
 * templates (HTML files) and INDEX.tsv, which names each file's repository, path, commit and SHA-256. Each template is
 * drawn as a client shows it, and again without one change (ADR 53). Writes
 * packages/email-clients/src/effects/measured-effects.generated.json. Pictures are remembered from run to run, so an
 * interrupted run goes on where it was. `--client CODE` measures one client again and keeps the rows of the others.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findEmailClient } from '@pas/email-clients/catalogue'
import {
  isWithoutEffect,
  measuredCodes,
  type MeasuredEffect,
} from '@pas/email-clients/effects/measured-effects'
import { runToEnd } from '@pas/testing/run-to-end'
import { measureEffects } from './measure-effects'
import { pictureAsset } from './picture-asset'
import { readTemplates, type Template } from './read-templates'
import { benchFolder, publish } from '../bench-folder'
import { startDrawer, type Drawer } from '../fidelity/drawer'

const tableName = 'measured-effects.generated.json'
const committedTable = path.join(__dirname, '../../packages/email-clients/src/effects', tableName)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { client: { type: 'string', multiple: true } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new Error("No folder with templates was named: 'npm run bench -- effects FOLDER'.")
  const templates = readTemplates(folder)
  const known = JSON.parse(readFileSync(committedTable, 'utf8')) as EffectTable
  const clients: Record<string, readonly MeasuredEffect[]> = values.client ? { ...known.clients } : {}
  const picture = await pictureAsset()
  const drawers = new Map<string, Drawer>()
  for (const code of values.client ?? measuredCodes) {
    const emailClient = findEmailClient(code)
    if (emailClient?.engine !== 'chromium' && emailClient?.engine !== 'webkit')
      throw new Error(`${code} is no email client that Chromium or WebKit draws.`)
    const { engine } = emailClient
    const drawer =
      drawers.get(engine) ??
      (await startDrawer({
        engine,
        assets: [picture],
        frames: [],
        stateFolder: path.join(benchFolder, 'effects'),
      }))
    drawers.set(engine, drawer)
    const rows = await measureEffects({ emailClient, templates, drawer, pictureName: picture.name })
    clients[emailClient.code] = rows
    const without = rows.filter(isWithoutEffect).length
    console.log(
      `${code}: ${rows.length} changes measured, ${without} without effect, ${drawer.drawn} pictures drawn`,
    )
    publish(tableName, writeTable({ templates, clients }))
  }
  for (const drawer of drawers.values()) await drawer.close()
}

interface EffectTable {
  templates: readonly Omit<Template, 'html'>[]
  clients: Readonly<Record<string, readonly MeasuredEffect[]>>
}

/** A line for each template and row, so that a new run shows what it changed. */
function writeTable({ templates, clients }: EffectTable): string {
  const listed = templates.map(({ repository, path, commit, sha256 }) =>
    JSON.stringify({ repository, path, commit, sha256 }),
  )
  const measured = Object.entries(clients)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, rows]) => {
      const lines = rows.map((row) => `      ${JSON.stringify(row)}`)
      return `    ${JSON.stringify(code)}: [\n${lines.join(',\n')}\n    ]`
    })
  return `{
  "templates": [
    ${listed.join(',\n    ')}
  ],
  "clients": {
${measured.join(',\n')}
  }
}
`
}

runToEnd(main)
