import { appleApp, type Device } from '../../engine/answer-device-queries'
import type { Frame } from '../../engine/emulated-document'

/** In points; `density` is device pixels per point. */
type Screen = readonly [width: number, height: number, density: number]

/**
 * Screen sizes in points (Apple, Human Interface Guidelines, Layout). From 2024 on, they are also the pixels of Apple's
 * technical specifications divided by the density.
 */
const screens = {
  'iPhone SE': [320, 568, 2],
  'iPhone SE (2nd generation)': [375, 667, 2],
  'iPhone 8': [375, 667, 2],
  'iPhone 8 Plus': [414, 736, 3],
  'iPhone XR': [414, 896, 2],
  'iPhone XS': [375, 812, 3],
  'iPhone XS Max': [414, 896, 3],
  'iPhone 12': [390, 844, 3],
  'iPhone 12 mini': [375, 812, 3],
  'iPhone 12 Pro Max': [428, 926, 3],
  'iPhone 15': [393, 852, 3],
  'iPhone 15 Plus': [430, 932, 3],
  'iPhone 16 Pro Max': [440, 956, 3],
  'iPhone 17': [402, 874, 3],
  'iPhone Air': [420, 912, 3],
  'iPad (9.7 inch)': [768, 1024, 2],
  'iPad (10.2 inch)': [810, 1080, 2],
  'iPad mini (8.3 inch)': [744, 1133, 2],
  'iPad Air (10.9 inch)': [820, 1180, 2],
  'iPad Pro (10.5 inch)': [834, 1112, 2],
  'iPad Pro (11 inch)': [834, 1194, 2],
  'iPad Pro (11 inch, M4)': [834, 1210, 2],
  'iPad Pro (12.9 inch)': [1024, 1366, 2],
  'iPad Pro (13 inch, M4)': [1032, 1376, 2],
  'iPad (10.9 inch)': [820, 1180, 2],
} as const satisfies Record<string, Screen>

/** Screens without Display P3 (Apple, technical specifications). */
const srgbScreens: ReadonlySet<string> = new Set<keyof typeof screens>([
  'iPhone SE',
  'iPad (9.7 inch)',
  'iPad (10.2 inch)',
  'iPad (10.9 inch)',
])

export interface AppleScreen {
  screen: Frame
  device: Device
}

/** A name is that of the first device with the screen; later ones share it. */
export type AppleScreenName = keyof typeof screens

export const appleScreenNames = Object.keys(screens) as AppleScreenName[]

export function getAppleScreen(name: AppleScreenName): AppleScreen {
  const [width, height, deviceScaleFactor] = screens[name]
  return {
    screen: { width, height, deviceScaleFactor, mobile: true, colorScheme: 'light' },
    device: srgbScreens.has(name) ? { ...appleApp, gamut: 'srgb' } : appleApp,
  }
}
