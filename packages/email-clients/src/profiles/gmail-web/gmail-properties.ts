import type { Support } from '../../emulate/support'
import { gmailListedProperties } from './gmail-support'

/** Gmail's filter is a list of what may stay: a cell decides, then Google's published list, else it goes. */
export function isHonouredProperty(support: Support, property: string): boolean {
  const name = property.toLowerCase()
  return support.find('property', name)?.honoured ?? gmailListedProperties.has(name)
}
