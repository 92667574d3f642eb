import type { Citation } from '../../sources/sources'
import type { Step } from '../message'
import { writeColour, type Colour } from './colour'
import { visitColours, type ColourRole, type ColourSite } from './visit-colours'

/** Maps a colour to its colour in dark mode. Null: it stays. */
export type ColourMapping = (colour: Colour, role: ColourRole) => Colour | null

interface Recolouring {
  /** The change's name in the report. */
  rule: string
  source: Citation
  map: ColourMapping
  /** Colours the client leaves alone, e.g. those of an author's own dark styles. */
  keeps?: (site: ColourSite) => boolean
}

/** Changes colours as a dark mode does. Images stay, and what the client's page sets, such as link colours. */
export function recolour({ rule, source, map, keeps = () => false }: Recolouring): Step {
  return function recolour(message) {
    visitColours(message, (site) => {
      if (keeps(site)) return null
      const colour = map(site.colour, site.role)
      if (!colour || writeColour(colour) === writeColour(site.colour)) return null
      message.changes.record({ rule, what: site.name, source }, site.where, Math.max(1, site.owners.length))
      return colour
    })
  }
}
