/* exported settle */

/** Animations are always shown at the same moment, so that equal documents make equal pictures. */
const endAnimations = (document) => {
  // Animations have been running: endless ones go back to their start, finite ones to their end.
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect.getComputedTiming().endTime)) {
      animation.finish()
    } else {
      animation.pause()
      animation.currentTime = 0
    }
  }
  for (const svg of document.querySelectorAll('svg')) {
    // `<math><svg>` is an element of MathML.
    if (!svg.pauseAnimations) continue
    svg.pauseAnimations()
    svg.setCurrentTime(0)
  }
}

const settle = async (document) => {
  // Forces a layout, which requests the fonts that the document needs.
  document.documentElement.getBoundingClientRect()
  if (document.fonts.status === 'loading') await document.fonts.ready
  endAnimations(document)
}
