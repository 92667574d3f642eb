/* global document, Document, SVGSVGElement */

// Animations stand at their start (playback rate 0). That is right for endless ones, but would hide a message that
// fades in.

for (const animation of Document.prototype.getAnimations.call(document)) {
  if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
}
for (const svg of Document.prototype.querySelectorAll.call(document, 'svg')) {
  SVGSVGElement.prototype.pauseAnimations.call(svg)
  SVGSVGElement.prototype.setCurrentTime.call(svg, 0)
}
