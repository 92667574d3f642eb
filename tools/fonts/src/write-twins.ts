import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { twinName } from '@pas/engine-programs/twin-families'
import { makeTwin, type TwinPlan } from './make-twin'
import { findRealAdvances } from './real-advances'
import { pixelPrograms, pixelTwinName, pixelTwins, twins, type Twin, type TwinStyle } from './twins'

/** Writes every twin into `folder`, which it empties first. Handles signals between two fonts. */
export async function writeTwins(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const write = async (
    twin: Twin,
    style: TwinStyle,
    prefix: string,
    change: Partial<TwinPlan>,
  ): Promise<void> => {
    await setImmediate()
    const font = makeTwin(readOutlines(twin, style), { ...planOf(twin, style), ...change })
    writeFileSync(path.join(folder, prefix + twinFile(twin.family, style.file)), font)
  }
  for (const twin of twins) {
    for (const style of twin.styles) await write(twin, style, '', {})
  }
  for (const { twin, hinted } of pixelTwins) {
    for (const program of pixelPrograms) {
      for (const style of twin.styles) {
        await write(twin, style, `${program.name.replaceAll(' ', '')}-`, {
          family: pixelTwinName(twin.family, program),
          // GDI's text output applies no kerning.
          hasKerning: false,
          wholePixels: { ...program, hinted: style.advances && hinted?.[program.name]?.[style.advances] },
        })
      }
    }
  }
}

const { resolve } = createRequire(__filename)

function readOutlines(twin: Twin, { file }: TwinStyle): Buffer {
  return readFileSync(path.join(path.dirname(resolve(`${twin.package}/package.json`)), file))
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

/** `SegoeUI-OpenSans_400Regular.ttf` from `Segoe UI` and `400Regular/OpenSans_400Regular.ttf`. */
const twinFile = (family: string, file: string): string =>
  `${family.replaceAll(' ', '')}-${path.basename(file)}`
