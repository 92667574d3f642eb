/* global document, Document, SVGSVGElement */

// For a page whose animations have a playback rate of 0 and so stand at their start. That is right for endless
// animations, but would hide a message that fades in: this moves each finite animation to its end.

for (const animation of Document.prototype.getAnimations.call(document)) {
  if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
}
for (const svg of Document.prototype.querySelectorAll.call(document, 'svg')) {
  SVGSVGElement.prototype.pauseAnimations.call(svg)
  SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
}
