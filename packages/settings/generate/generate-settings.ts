/* `npm run generate:settings` writes `.env.example`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeEnvExample } from './write-settings'

writeFileSync(path.resolve(__dirname, '../../../.env.example'), writeEnvExample())
