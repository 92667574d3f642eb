import type { Citation } from '../../sources/sources'
import type { Step } from '../message'
import { writeColour, type Colour } from './colour'
import { visitColours, type ColourRole, type ColourSite } from './visit-colours'

export type ColourMapping = (colour: Colour, role: ColourRole) => Colour | null

interface Recolouring {
  rule: string
  source: Citation
  map: ColourMapping
  /** Colours that the client keeps, e.g. of an author's dark styles. */
  keeps?: (site: ColourSite) => boolean
}

export function recolour({ rule, source, map, keeps = () => false }: Recolouring): Step {
  return function recolour(message) {
    visitColours(message, (site) => {
      if (keeps(site)) return null
      const colour = map(site.colour, site.role)
      if (!colour || writeColour(colour) === writeColour(site.colour)) return null
      const { owners, name, where } = site
      const part = owners.length > 0 ? { elements: [...owners] } : undefined
      message.changes.record({ rule, what: name, source }, where, Math.max(1, owners.length), part)
      return colour
    })
  }
}
