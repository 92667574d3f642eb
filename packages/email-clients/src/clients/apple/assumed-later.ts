import type { Citation } from '../../sources/sources'

export function assumedLater(source: Citation, isTested: boolean): Citation {
  return isTested ? source : `${source}; assumed: that later versions do so, too`
}
