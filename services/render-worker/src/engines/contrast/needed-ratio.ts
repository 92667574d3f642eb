import type { TextLine } from './laid-out-text'

/** WCAG 2.2, "large scale": 18 point, or 14 point (18.67 px) and bold. In CSS pixels. */
const largeSize = 24
const largeBoldSize = 18.66
const boldWeight = 700

/** WCAG 2.2 §1.4.3. */
export function neededRatio({ fontSize, fontWeight }: Pick<TextLine, 'fontSize' | 'fontWeight'>): number {
  const isLarge = fontSize >= largeSize || (fontSize >= largeBoldSize && fontWeight >= boldWeight)
  return isLarge ? 3 : 4.5
}
