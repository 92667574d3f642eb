import type { Descriptions } from './description'
import { boxFeatures } from './features/boxes'
import { htmlFeatures } from './features/html'
import { imageFeatures } from './features/images'
import { layoutFeatures } from './features/layout'
import { ruleFeatures } from './features/rules'
import { textFeatures } from './features/text'
import { valueFeatures } from './features/values'

/** By caniemail's slug: all that a still picture can show. */
export const features: Descriptions = {
  ...boxFeatures,
  ...htmlFeatures,
  ...imageFeatures,
  ...layoutFeatures,
  ...ruleFeatures,
  ...textFeatures,
  ...valueFeatures,
}
