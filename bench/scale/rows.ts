import type { Measured } from '@pas/testing/measure'
import type { Dose } from './dose'
import type { Installation } from './installation'

export function measureRows(_installation: Installation, _dose: Dose): Promise<Measured> {
  return Promise.resolve({ figures: {}, ratios: {} })
}
