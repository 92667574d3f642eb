import { readdirSync, readFileSync } from 'node:fs'
import type { Frame, HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import { testVariable } from '@pas/testing/test-environment'
import sharp from 'sharp'
import { blankPageUrl, startAssetOrigin, type AssetOrigin } from '../src/asset-origin'
import { startChromiumEngine, type ChromiumEngine } from '../src/engines/chromium/chromium-engine'
import type { Picture } from '../src/engines/engine'
import type { RecycleLimits } from '../src/engines/chromium/browser'

export const desktopFrame: Frame = {
  width: 600,
  height: 400,
  deviceScaleFactor: 1,
  mobile: false,
  colorScheme: 'light',
}

/** A real browser with its own asset origin. */
export interface TestChromium {
  engine: ChromiumEngine
  assetOrigin: AssetOrigin
  /** How many requests its asset origin refused. */
  refusals: () => number
  draw(html: string, document?: Partial<HtmlDocument>): Promise<Picture>
  close(): Promise<void>
}

/** Needs an ordinary user, as the product does: Chromium gives root no sandbox. */
export async function startTestChromium(recycle: Partial<RecycleLimits> = {}): Promise<TestChromium> {
  let refused = 0
  const assetOrigin = await startAssetOrigin(() => {
    refused++
  })
  const engine = await startChromiumEngine({
    executablePath: testVariable('CHROMIUM_PATH'),
    proxyUrl: assetOrigin.proxyUrl,
    blankPageUrl,
    concurrency: 2,
    isSandboxed: true,
    environment: Object.fromEntries(
      Object.entries(process.env).filter(([name]) =>
        /^(PATH|HOME|TMPDIR|FONTCONFIG_FILE|LD_LIBRARY_PATH)$/.test(name),
      ),
    ) as Record<string, string>,
    recycle: { captures: 200, residentBytes: 4 * 1024 ** 3, ...recycle },
    frames: [desktopFrame],
  })
  return {
    engine,
    assetOrigin,
    refusals: () => refused,
    draw: (html, document) =>
      engine.capture(
        { kind: 'html', html, frame: desktopFrame, captureSelector: null, ...document },
        AbortSignal.timeout(20_000),
      ),
    close: async () => {
      await engine.close()
      await assetOrigin.close()
    },
  }
}

/** The colour of one pixel as `#rrggbb`. */
export async function pixel({ png }: Picture, x: number, y: number): Promise<string> {
  const { data } = await sharp(png)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${data.toString('hex')}`
}

/** How many processes live in these groups, zombies too. */
export function processesIn(processGroupIds: readonly number[]): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return processGroupIds.includes(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]))
    } catch {
      return false
    }
  }).length
}

/** Asks again until it holds; the test's own time limit ends it. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}
