import { readPicture } from './geometry/read-picture'
import { extractGeometry } from './geometry/extract/extract-geometry'
async function main() { for (const f of process.argv.slice(2)) { const pix = await readPicture(f); const full = pix.height; if (pix.height > 1000) { pix.rgb = pix.rgb.subarray(0, pix.width * 1000 * 3); pix.height = 1000 }
 const g = extractGeometry(pix); console.log(f.split('/').pop(), pix.width, full); const logo = g.lines.find(l => { const w = l.right - l.left; return l.bottom - l.top >= 28 && l.bottom - l.top < 50 && w > 150 && w < 290 })
 console.log('   logo', JSON.stringify(logo)); console.log('   V', g.verticalEdges.filter(e => e.bottom - e.top > 90).map(e => `${e.x.toFixed(0)}:${e.top}-${e.bottom}`).join(' ')); console.log('   H', g.horizontalEdges.filter(e => e.right - e.left > 250).map(e => `${e.y.toFixed(0)}:${e.left}-${e.right}`).join(' '))
 console.log('   L', g.lines.filter(l => l.top > (logo?.top ?? 100) - 60).slice(0, 9).map(l => `${l.left},${l.top}-${l.right},${l.bottom}`).join(' ')) } }
main()
