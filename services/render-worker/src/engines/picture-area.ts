/** docs/contract.md §4.10: width and height in device pixels. */
export const maxDevicePixels = 16_384

/** CSS pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Beyond it the height is cut: at `maxDevicePixels` in both directions a picture would be a gigabyte. */
export const maxPicturePixels = maxDevicePixels * 4_096

/** The limit on width and height is docs/contract.md §4.10's. `density`: device pixels per CSS pixel. */
export function pictureArea(
  area: Area,
  density: number,
  maxPixels = maxPicturePixels,
): { clip: Area; truncated: boolean } {
  const maxLength = Math.floor(maxDevicePixels / density)
  const width = Math.min(area.width, maxLength)
  const maxHeight = Math.floor(maxPixels / (width * density ** 2))
  const height = Math.min(area.height, maxLength, maxHeight)
  return { clip: { ...area, width, height }, truncated: width < area.width || height < area.height }
}

/** PNG (third edition) §11.2.1: the header's first two 32-bit words. */
export function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
