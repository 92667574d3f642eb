import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { makeTwin, type TwinPlan } from './make-twin'
import { findRealAdvances } from './real-advances'
import { screens, twinName, twinNameInPixels, twins, type Twin, type TwinStyle } from './twins'

/** Makes every twin from the packages of this clone, and writes it into `folder`, which is emptied before. */
export function writeTwins(folder: string): void {
  const { resolve } = createRequire(__filename)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const twin of twins) {
    const packageFolder = path.dirname(resolve(`${twin.package}/package.json`))
    for (const style of twin.styles) {
      const { file, advances } = style
      const base = readFileSync(path.join(packageFolder, file))
      const plan = planOf(twin, style)
      writeFileSync(path.join(folder, twinFile(twin.family, file)), makeTwin(base, plan))
      if (!twin.inPixels) continue
      for (const { dpi, density } of screens) {
        const hinted = advances && twin.inPixels[advances]
        const inPixels: TwinPlan = {
          ...plan,
          family: twinNameInPixels(twin.family, dpi),
          // GDI does not kern.
          hasKerning: false,
          wholePixels: { density, ...(hinted && { hinted }) },
        }
        writeFileSync(path.join(folder, `${dpi}dpi-${twinFile(twin.family, file)}`), makeTwin(base, inPixels))
      }
    }
  }
}

function planOf(
  twin: Twin,
  { isBold = false, isItalic = false, advances, advanceFactor = 1 }: TwinStyle,
): TwinPlan {
  return {
    family: twinName(twin.family),
    isBold,
    isItalic,
    scale: twin.scale ?? 1,
    advances: advances ? findRealAdvances(twin.advancesOf ?? twin.family, advances) : null,
    advanceFactor,
    line: twin.line,
    hasKerning: twin.hasKerning ?? false,
    wholePixels: null,
  }
}

/** `Segoe UI` of `400Regular/OpenSans_400Regular.ttf`: `SegoeUI-OpenSans_400Regular.ttf`. */
const twinFile = (family: string, file: string): string =>
  `${family.replaceAll(' ', '')}-${path.basename(file)}`
