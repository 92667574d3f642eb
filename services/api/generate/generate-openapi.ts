import { writeFileSync } from 'node:fs'
import { keptDocument, keptDocumentPath } from './kept-document'

writeFileSync(keptDocumentPath, keptDocument())
