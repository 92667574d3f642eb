import { judgeByLists, sideBorders } from '../../engine/judge-by-lists'

/** Google's published list, without what has a cell. A cell wins: the list is inexact (HT 2016). */
const listedProperties: ReadonlySet<string> = new Set([
  ...(
    'azimuth background-attachment border-bottom-left-radius border-bottom-right-radius border-color border-style ' +
    'border-top-left-radius border-top-right-radius border-width break-after break-before break-inside color ' +
    'column-gap content elevation font-family font-feature-settings font-size-adjust font-style font-synthesis ' +
    'font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures ' +
    'font-variant-numeric image-orientation image-resolution isolation line-break order outline-color ' +
    'outline-style outline-width page-break-after page-break-before page-break-inside pause pitch quotes richness ' +
    'speak speech-rate stress text-combine-upright text-decoration-skip unicode-bidi voice-family volume'
  ).split(' '),
  ...sideBorders,
])

export const judgeUnlistedByGmail = judgeByLists({
  properties: listedProperties,
  isAttribute: (name) => name.startsWith('aria-'),
})
