/* `npm run generate:fidelity` writes the section of `docs/fidelity.md` about the catalogue. It draws no pictures. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { replaceSection } from './fidelity/sections'
import { writeEmailClients } from './fidelity/write-email-clients'

const file = path.join(__dirname, '..', 'docs', 'fidelity.md')
writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), 'email clients', writeEmailClients()))
