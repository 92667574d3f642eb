import type { Frame } from './emulated-document'

const phone = (width: number, height: number, deviceScaleFactor: number): Frame => ({
  width,
  height,
  deviceScaleFactor,
  // These apps put the message into a page of their own: an email's <meta name=viewport> is not honoured.
  mobile: false,
  colorScheme: 'light',
})

/** Engineering defaults: widespread phones of their time, held upright. */
export const androidPhone2015 = phone(360, 640, 3)
/** A screen of 1080 × 2160 pixels, some 411.4 px wide at 2.625 each. */
export const androidPhone = phone(412, 824, 1080 / 412)
export const iphone = phone(390, 844, 3)
