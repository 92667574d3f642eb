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
export const androidPhone = phone(412, 846, 2.625)
export const iphone = phone(390, 844, 3)
