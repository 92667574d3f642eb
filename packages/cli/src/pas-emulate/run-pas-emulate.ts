import type { Readable } from 'node:stream'
import { emailClients } from '@pas/email-clients/catalogue'
import { explainChange, notComputedChange } from '@pas/email-clients/effects/explain-change'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import { documentText } from '@pas/email-clients/engine/document-text'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { Command, CommanderError } from 'commander'
import { renderAnswer } from '../pas/render-answer'
import { checkFile } from './check-file'
import { readEmailFile, requireEmailClient, requireFile, UnusableEmailError } from './read-email-file'

interface Surroundings {
  standardInput: Readable
  writeOut: (text: string) => void
  writeError: (text: string) => void
}

interface Options {
  client: string[]
  orientation: string
  images: string
  changes?: true
  check?: true
  sarif?: true
  list?: true
  json?: true
}

export async function runPasEmulate(
  args: readonly string[],
  { standardInput, writeOut, writeError }: Surroundings,
): Promise<number> {
  let status = 0
  const program = new Command('pas-emulate')
    .description('what an email client makes of an email, as HTML (as text for clients that show text)')
    .argument(
      '[file]',
      "HTML in UTF-8, or a whole message when its name ends in .eml; '-' for standard input",
    )
    .option(
      '--client <code>',
      'the email client; --list tells the codes; with --check several times, or never for the popular ones',
      (code: string, before: string[]) => [...before, code],
      [],
    )
    .option('--orientation <orientation>', 'vertical or horizontal', 'vertical')
    .option('--images <images>', 'allowed or blocked', 'allowed')
    .option('--changes', 'instead of the HTML, what the client removes or changes, and where')
    .option('--check', 'what is wrong with the email, where and for whom; status 2 if there is an error')
    .option('--list', 'the email clients there are')
    .option('--json', 'with --changes, --check or --list: as JSON')
    .option('--sarif', 'with --check: as SARIF 2.1.0')
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => undefined })
    .action(async (file: string | undefined, options: Options) => {
      if (options.list) writeOut(listEmailClients(options))
      else if (options.check) {
        const { text, hasErrors } = await checkFile(program, file, options, standardInput)
        writeOut(text)
        if (hasErrors) status = 2
      } else writeOut(await emulateFile(program, file, options, standardInput))
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    writeError(
      `pas-emulate: ${failureText(error)
        .trim()
        .replace(/(?<!\s)\s*\n\s*/g, ' ')}\n`,
    )
    return 1
  }
}

function listEmailClients({ json }: Options): string {
  const rows = emailClients.map(({ orientationOptions: orientation, imagesOptions: images, ...client }) => {
    const { code, name, platform, engine } = client
    return { code, name, platform, engine, orientation, images }
  })
  return json ? `${JSON.stringify(rows)}\n` : renderAnswer(rows)
}

async function emulateFile(
  program: Command,
  file: string | undefined,
  options: Options,
  standardInput: Readable,
): Promise<string> {
  const [code, ...others] = options.client
  if (code === undefined || others.length > 0)
    return program.error('which email client? Give --client CODE, once')
  const emailClient = requireEmailClient(program, code)
  const orientation = chooseOption(program, emailClient, 'orientation', options.orientation)
  const images = chooseOption(program, emailClient, 'images', options.images)
  const { content, partUrls } = await readEmailFile(requireFile(program, file), standardInput)
  // Addresses on the web stay, so that a browser that opens the HTML loads them. A `cid:` that names no part of the
  // message cannot load.
  const assetUrl = (url: string): string | null => partUrls.get(url) ?? (url.startsWith('cid:') ? null : url)
  const { document, changes } = emulate(emailClient, content, { orientation, images, assetUrl })
  if (!options.changes) return `${documentText(document)}\n`
  const explained = changes.map((change) => ({
    ...change,
    ...explainChange(change, emailClient, { orientation, images }),
  }))
  const rows = (emailClient.fidelity === 'client' ? [notComputedChange(emailClient)] : explained).map(
    ({ effect, instead, ...change }) => ({
      ...change,
      source_url: findSourceUrl(change.source),
      effect,
      instead,
    }),
  )
  if (options.json) return `${JSON.stringify(rows)}\n`
  return renderAnswer(
    rows.map(({ where, count: times, effect, rule, what, instead, source, source_url: address }) => ({
      'line:column': where ? `${where.line}:${where.column}` : null,
      ...{ times, effect, rule, what, instead: instead?.text ?? null, source, 'source address': address },
    })),
  )
}

function chooseOption<Name extends 'orientation' | 'images'>(
  program: Command,
  emailClient: EmailClient,
  name: Name,
  value: string,
): EmailClient[`${Name}Options`][number] {
  const offered: EmailClient[`${Name}Options`] = emailClient[`${name}Options`]
  const option = offered.find((candidate) => candidate === value)
  if (option !== undefined) return option
  return program.error(`${emailClient.code} does not offer --${name} '${value}', only ${offered.join(', ')}`)
}

function failureText(error: unknown): string {
  if (error instanceof UnusableEmailError) return error.message
  if (error instanceof CommanderError)
    return `${error.message.replace(/^error: /, '')} (see 'pas-emulate --help')`
  return `Unexpected failure: ${error instanceof Error ? error.message : String(error)}`
}
