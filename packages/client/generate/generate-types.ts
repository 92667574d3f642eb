import { writeFileSync } from 'node:fs'
import { keptTypesPath, renderTypes } from './kept-types'

void renderTypes().then((types) => writeFileSync(keptTypesPath, types))
