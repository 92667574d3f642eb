import { tagSpan } from '../checked-html'
import type { Rule } from '../rule'
import { ownDefault } from '../sources'
import { assetOf, assetsByUrl, lengthOf, picturesOf } from './picture'

/** How far the sides may be from those of the file; half a pixel of rounding is never a fault. */
const tolerance = 0.05

/** The picture looks squeezed. */
export const ratio: Rule = {
  name: 'images/ratio',
  severity: 'warning',
  title: 'A picture is drawn with other proportions than its file has.',
  sources: [ownDefault('5 %, which a person begins to see')],
  find: function* ({ html, assets }) {
    const byUrl = assetsByUrl(assets)
    for (const { element, address } of picturesOf(html)) {
      const asset = assetOf(element, byUrl)
      const width = lengthOf(element, 'width')
      const height = lengthOf(element, 'height')
      if (!asset?.width || !asset.height || width === null || height === null) continue
      const right = (width * asset.height) / asset.width
      if (Math.abs(height - right) <= Math.max(1, right * tolerance)) continue
      yield {
        what: address,
        span: tagSpan(element),
        description: `It is drawn ${width} × ${height}; the file has ${asset.width} × ${asset.height}.`,
        detail: { width, height, file_width: asset.width, file_height: asset.height },
      }
    }
  },
}
