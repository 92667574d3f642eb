import type { Citation } from '../../sources/sources'

/** The source of a rule for one version of Mail: as it is if the version was tested, or else marked as assumed. */
export function assumedLater(source: Citation, isTested: boolean): Citation {
  return isTested ? source : `${source}; assumed: that later versions do so, too`
}
