import sharp, { type CreateRaw } from 'sharp'
import { CaptureError } from '../../errors'
import { sampleHtml } from '../sample'
import { assertNotRoot } from '../sandbox'
import { removeAbandonedScratchFolders } from '../supervised/scratch-folder'
import type { Engine, EngineDocument, Picture } from '../engine'
import { maxDevicePixels } from '../picture-area'
import { EngineStartError } from '../engine-start-error'
import type { TextBrowserContext } from './plan-confined-run'
import { TextBrowser, type Dump } from './text-browser'
import { columnsWithin, lineHeight, margin, pictureWidth, terminalSvg } from './terminal-svg'

const maxLines = Math.floor((maxDevicePixels - 2 * margin) / lineHeight)
/** UTF-16 code units: a letter with all its accents is one cell. */
const maxUnitsPerCell = 16
/** An SVG as high as the picture would need memory for its pixels several times over. */
const linesPerStrip = 200
const channels = 3
const sampleColumns = 80

/** Rejects with an `EngineStartError` without a font or the browsers. */
export async function startTextEngine(context: TextBrowserContext): Promise<Engine> {
  // A program of root's keeps all of root's rights inside its namespaces.
  if (context.isSandboxed) assertNotRoot('text')
  removeAbandonedScratchFolders()
  await assertFont()
  const [w3m, lynx] = await Promise.all([TextBrowser.open('w3m', context), TextBrowser.open('lynx', context)])
  const browsers = { w3m, lynx }
  const linesOf = async (document: EngineDocument, signal: AbortSignal): Promise<TerminalText> => {
    if (document.kind === 'text') return { ...linesOfText(document.text), columns: document.columns }
    if (document.kind !== 'browsed')
      throw new CaptureError('unsupported_document', 'text draws text, and HTML in a text browser, only')
    const { browser, html, columns } = document
    return { ...(await browsers[browser].dump(html, columns, maxLines, signal)), columns }
  }
  const capture: Engine['capture'] = async (document, signal) =>
    drawTerminal(await linesOf(document, signal), signal)
  return {
    name: 'text',
    // Each capture starts its own process, and reports its own failure.
    isHealthy: true,
    version: [
      `librsvg/${sharp.versions.rsvg ?? 'unknown'}`,
      `pango/${sharp.versions.pango ?? 'unknown'}`,
      w3m.version,
      lynx.version,
    ].join(' '),
    capture,
    drawSample: async (signal) => {
      const startedAt = performance.now()
      await capture({ kind: 'browsed', browser: 'w3m', html: sampleHtml, columns: sampleColumns }, signal)
      return performance.now() - startedAt
    },
    isSlowAtFirst: false,
    close: async () => {
      await Promise.all([w3m.close(), lynx.close()])
    },
  }
}

interface TerminalText extends Dump {
  columns: number
}

async function assertFont(): Promise<void> {
  const { data } = await sharp(await drawStrip(['M'], 1), { raw: rawOf(pictureWidth(1), lineHeight) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (data.some((pixel) => pixel !== 0xff)) return
  throw new EngineStartError(
    'text',
    "this machine has no monospaced font; type 'apt-get install fonts-liberation fonts-noto-cjk fonts-noto-color-emoji'.",
  )
}

function linesOfText(text: string): Dump {
  const lines = text.replace(/\n$/, '').split('\n')
  return { lines: lines.slice(0, maxLines), isCut: lines.length > maxLines }
}

async function drawTerminal(text: TerminalText, signal: AbortSignal): Promise<Picture> {
  const columns = Math.min(text.columns, columnsWithin(maxDevicePixels))
  const width = pictureWidth(columns)
  // A table may be wider than the terminal, which then shows its left part.
  const lines = text.lines.map((line) => line.slice(0, columns * maxUnitsPerCell))
  const strips: Buffer[] = [blankRows(width, margin)]
  for (let start = 0; start < lines.length; start += linesPerStrip) {
    if (signal.aborted) throw new CaptureError('capture_timeout', 'the capture took too long')
    strips.push(await drawStrip(lines.slice(start, start + linesPerStrip), columns))
  }
  strips.push(blankRows(width, margin))
  const height = lines.length * lineHeight + 2 * margin
  const png = await sharp(Buffer.concat(strips), { raw: rawOf(width, height) })
    .png()
    .toBuffer()
  return { png, width, height, truncated: text.isCut || columns < text.columns }
}

async function drawStrip(lines: readonly string[], columns: number): Promise<Buffer> {
  try {
    return await sharp(Buffer.from(terminalSvg(lines, columns)), { unlimited: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
  } catch (cause) {
    throw new CaptureError('engine_failed', 'the text could not be drawn', { cause })
  }
}

const rawOf = (width: number, height: number): CreateRaw => ({ width, height, channels })

const blankRows = (width: number, rows: number): Buffer => Buffer.alloc(width * rows * channels, 0xff)
