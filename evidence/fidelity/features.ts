import type { Descriptions } from './description'
import { boxFeatures } from './features/boxes'
import { htmlFeatures } from './features/html'
import { imageFeatures } from './features/images'
import { layoutFeatures } from './features/layout'
import { ruleFeatures } from './features/rules'
import { textFeatures } from './features/text'
import { valueFeatures } from './features/values'

/** The descriptions of all features that a still picture can show, by the slug of the caniemail feature. */
export const features: Descriptions = {
  ...boxFeatures,
  ...htmlFeatures,
  ...imageFeatures,
  ...layoutFeatures,
  ...ruleFeatures,
  ...textFeatures,
  ...valueFeatures,
}
