/* `npm run generate:settings` writes `.env.example`, and the table of variables in `docs/operations.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withVariablesTable, writeEnvExample } from './write-settings'

const clone = path.resolve(__dirname, '../../..')
const operations = path.join(clone, 'docs', 'operations.md')

writeFileSync(path.join(clone, '.env.example'), writeEnvExample())
writeFileSync(operations, withVariablesTable(readFileSync(operations, 'utf8')))
