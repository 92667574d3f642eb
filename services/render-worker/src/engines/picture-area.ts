/** docs/contract.md §4.10: maximum width and height of a picture in device pixels. */
export const maxDevicePixels = 16_384

/** A part of a page, in CSS pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Maximum device pixels of a picture, width × height; beyond it the height is cut. A picture of `maxDevicePixels` in
 * both directions would be a gigabyte of pixels.
 */
export const maxPicturePixels = maxDevicePixels * 4_096

/**
 * Cuts an area to docs/contract.md §4.10's limit on width and height in device pixels, and to `maxPixels`.
 *
 * @param density device pixels of the picture per CSS pixel of the area
 */
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
