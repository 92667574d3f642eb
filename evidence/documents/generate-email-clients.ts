/*
 * `npm run generate:fidelity` writes which email clients have a measured card, for the catalogue, the pixel ratios of
 * their windows, and the sections of `docs/fidelity.md` about known faults, the catalogue and our own defaults. It draws
 * no pictures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { monthsFile, readCards, writeMonths } from '../fidelity/cards'
import { replaceSection } from '../fidelity/sections'
import { writeEngineeringDefaults } from './write-engineering-defaults'

writeFileSync(monthsFile, writeMonths(readCards()))

const file = path.join(__dirname, '../../docs/fidelity.md')
// Imported last, as the catalogue reads the months when it is loaded.
void Promise.all([
  import('./write-email-clients'),
  import('./write-known-faults'),
  import('../fidelity/pixel-ratios'),
]).then(([{ writeEmailClients }, { writeKnownFaults }, { pixelRatiosFile, writePixelRatios }]) => {
  writeFileSync(pixelRatiosFile, writePixelRatios())
  const document = replaceSection(readFileSync(file, 'utf8'), 'email clients', writeEmailClients())
  const withFaults = replaceSection(document, 'where we are wrong', writeKnownFaults())
  writeFileSync(file, replaceSection(withFaults, 'our own defaults', writeEngineeringDefaults()))
})
