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
/** The iPhone of apps other than Mail. */
export const iphone = phone(390, 844, 3)
