import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { makeTwin } from './make-twin'
import { findRealAdvances } from './real-advances'
import { twinName, twins } from './twins'

/** Makes every twin from the packages of this clone, and writes it into `folder`, which is emptied before. */
export function writeTwins(folder: string): void {
  const { resolve } = createRequire(__filename)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const twin of twins) {
    const packageFolder = path.dirname(resolve(`${twin.package}/package.json`))
    for (const { file, isBold = false, isItalic = false, advances, advanceFactor = 1 } of twin.styles) {
      const font = makeTwin(readFileSync(path.join(packageFolder, file)), {
        family: twinName(twin.family),
        isBold,
        isItalic,
        scale: twin.scale ?? 1,
        advances: advances ? findRealAdvances(twin.advancesOf ?? twin.family, advances) : null,
        advanceFactor,
        line: twin.line,
        hasKerning: twin.hasKerning ?? false,
      })
      writeFileSync(path.join(folder, twinFile(twin.family, file)), font)
    }
  }
}

/** `Segoe UI` of `400Regular/OpenSans_400Regular.ttf`: `SegoeUI-OpenSans_400Regular.ttf`. */
const twinFile = (family: string, file: string): string =>
  `${family.replaceAll(' ', '')}-${path.basename(file)}`
