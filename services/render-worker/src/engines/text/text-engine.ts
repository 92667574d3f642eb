import type { HtmlDocument, TextDocument } from '@pas/email-clients/emulate/emulated-document'
import sharp, { type CreateRaw } from 'sharp'
import { CaptureError } from '../../errors'
import { maxDevicePixels, type Engine, type Picture } from '../engine'
import { EngineStartError } from '../engine-start-error'
import { columnsWithin, lineHeight, margin, pictureWidth, terminalSvg } from './terminal-svg'

const maxLines = Math.floor((maxDevicePixels - 2 * margin) / lineHeight)
/** Drawn at a time: an SVG of the whole picture's height would take its pixels several times over. */
const linesPerStrip = 200
const channels = 3

/** Draws text in a terminal's cells. Rejects with an `EngineStartError` on a machine without any font. */
export async function startTextEngine(): Promise<Engine> {
  const { data } = await sharp(await drawStrip(['M'], 1), { raw: rawOf(pictureWidth(1), lineHeight) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (data.every((pixel) => pixel === 0xff)) {
    throw new EngineStartError(
      'text',
      "this machine has no monospaced font; type 'apt-get install fonts-liberation fonts-noto-cjk fonts-noto-color-emoji'.",
    )
  }
  return {
    name: 'text',
    version: `librsvg/${sharp.versions.rsvg ?? 'unknown'} pango/${sharp.versions.pango ?? 'unknown'}`,
    capture,
    close: () => Promise.resolve(),
  }
}

async function capture(document: HtmlDocument | TextDocument, signal: AbortSignal): Promise<Picture> {
  if (document.kind !== 'text') throw new CaptureError('unsupported_document', 'text draws text only')
  const allLines = document.text.replace(/\n$/, '').split('\n')
  const lines = allLines.slice(0, maxLines)
  const columns = Math.min(document.columns, columnsWithin(maxDevicePixels))
  const width = pictureWidth(columns)
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
  return { png, width, height, truncated: lines.length < allLines.length || columns < document.columns }
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
