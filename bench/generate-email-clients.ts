/*
 * Writes the section of `docs/fidelity.md` that is about the catalogue: `npm run generate:fidelity`. It draws nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { replaceSection } from './fidelity/sections'
import { writeEmailClients } from './fidelity/write-email-clients'

const file = path.join(__dirname, '..', 'docs', 'fidelity.md')
writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), 'email clients', writeEmailClients()))
