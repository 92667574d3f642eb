import type { Orientation } from '../email-client'
import type { Frame } from './emulated-document'

const phone = (width: number, height: number, deviceScaleFactor: number): Frame => ({
  width,
  height,
  deviceScaleFactor,
  // These apps put the message into a page of their own, so they do not honour an email's <meta name=viewport>.
  mobile: false,
  colorScheme: 'light',
})

/** Android 6. Engineering default, like the others: a widespread phone of its time. */
export const androidPhone2015 = phone(360, 640, 3)
/** 1080 × 2160 pixels at a density of 2.625: about 411.4 CSS px wide. 412 at 1080/412 give exactly 1080 pixels. */
export const androidPhone = phone(412, 824, 1080 / 412)
/** Android 15: 1080 × 2340 pixels, three per CSS pixel. */
export const androidPhone2025 = phone(360, 780, 3)
/** iPhone 12 of 2020, for apps other than Mail in rows of iOS 14. */
export const iphone = phone(390, 844, 3)
/** iPhone 17 of 2025, for apps other than Mail in rows of iOS 26. */
export const iphone2025 = phone(402, 874, 3)

export const darkenedByEngine = (frame: Frame): Frame => ({
  ...frame,
  colorScheme: 'dark',
  isDarkenedByEngine: true,
})

export function turnFrame(upright: Frame, orientation: Orientation): Frame {
  if (orientation === 'vertical') return upright
  return { ...upright, width: upright.height, height: upright.width }
}
