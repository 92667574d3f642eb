/* `npm run generate:card` writes the two emails of the test card, and the pictures that it loads from the board. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeCard } from './write-card'

const root = path.join(__dirname, '../../..')

void writeCard().then(({ message, styledMessage, remotePictures }) => {
  writeFileSync(path.join(root, 'examples/test-card.eml'), message)
  writeFileSync(path.join(root, 'examples/test-card-styled.eml'), styledMessage)
  for (const [name, picture] of remotePictures)
    writeFileSync(path.join(root, 'services/board/src/assets', name), picture)
})
