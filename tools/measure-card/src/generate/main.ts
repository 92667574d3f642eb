/* `npm run generate:card` writes the test card, and the pictures that it loads from the board. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeCard } from './write-card'

const root = path.join(__dirname, '../../../..')

void writeCard().then(({ message, remotePictures }) => {
  writeFileSync(path.join(root, 'examples/test-card.eml'), message)
  for (const [name, picture] of remotePictures)
    writeFileSync(path.join(root, 'services/board/src/assets', name), picture)
})
