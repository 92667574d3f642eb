import type { Frame } from './emulated-document'

const phone = (width: number, height: number, deviceScaleFactor: number): Frame => ({
  width,
  height,
  deviceScaleFactor,
  // These apps put the message into a page of their own, so they do not honour an email's <meta name=viewport>.
  mobile: false,
  colorScheme: 'light',
})

/** The phone of Android 6. Engineering default, like the others: a widespread phone of its time, held upright. */
export const androidPhone2015 = phone(360, 640, 3)
/**
 * A screen of 1080 × 2160 pixels. At its density of 2.625 it is about 411.4 CSS px wide; 412 at 1080/412 give a
 * picture of exactly 1080 pixels.
 */
export const androidPhone = phone(412, 824, 1080 / 412)
/** A frame in dark mode that Chromium darkens, as an Android app's WebView does. */
export const darkenedByEngine = (frame: Frame): Frame => ({
  ...frame,
  colorScheme: 'dark',
  isDarkenedByEngine: true,
})
/** A phone of 2025 with Android 15: 1080 × 2340 pixels, three for each CSS pixel. */
export const androidPhone2025 = phone(360, 780, 3)
/** The iPhone 12 of 2020, for apps other than Mail in rows of iOS 14. */
export const iphone = phone(390, 844, 3)
/** The iPhone 17 of 2025, for apps other than Mail in rows of iOS 26. */
export const iphone2025 = phone(402, 874, 3)
