/*
 * `npm run measure-card -- PICTURE… --client CODE --device … --app … --version … --date YYYY-MM-DD`: measures the test
 * card in screenshots or photographs of one client, and prints the table (docs/measure.md). Where several pictures show
 * the same part, the first one counts.
 */
import { parseArgs } from 'node:util'
import { cardTableSchema, mergeReadings, writeCardTable } from './card-table'
import { openPicture } from './picture'
import { readCard, UnreadableCardError } from './read-card'

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { client: text, device: text, app: text, version: text, date: text },
  })
  if (positionals.length === 0)
    throw new UnreadableCardError('Name a screenshot or photograph of the test card.')
  const readings = []
  for (const file of positionals) {
    const { reading, notes } = await readCard(await openPicture(file)).catch((error: unknown) => {
      throw error instanceof UnreadableCardError
        ? new UnreadableCardError(`${file}: ${error.message}`)
        : error
    })
    for (const note of notes) console.error(`${file}: ${note}`)
    readings.push(reading)
  }
  const { client: emailClient, ...taken } = values
  const table = cardTableSchema.safeParse({ emailClient, ...taken, ...mergeReadings(readings) })
  if (!table.success)
    throw new UnreadableCardError(
      `Say --client, --device, --app, --version and --date (YYYY-MM-DD): ${table.error.issues.map(({ path }) => path.join('.')).join(', ')} is missing or wrong.`,
    )
  process.stdout.write(writeCardTable(table.data))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
