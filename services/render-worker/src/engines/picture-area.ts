import { maxDevicePixels } from './engine'

/** In CSS pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * A picture both very wide and very high would be a gigabyte of pixels: its height ends where this many are full. Four full-width screens of
 * 4,096.
 */
export const maxPicturePixels = maxDevicePixels * 4_096

/**
 * The area ended where docs/contract.md §4's limit on device pixels ends it.
 *
 * @param density device pixels of the picture per CSS pixel of the area
 */
export function pictureArea(area: Area, density: number): { clip: Area; truncated: boolean } {
  const maxLength = Math.floor(maxDevicePixels / density)
  const width = Math.min(area.width, maxLength)
  const maxHeight = Math.floor(maxPicturePixels / (width * density ** 2))
  const height = Math.min(area.height, maxLength, maxHeight)
  return { clip: { ...area, width, height }, truncated: width < area.width || height < area.height }
}
