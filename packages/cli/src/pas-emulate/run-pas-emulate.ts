import type { Readable } from 'node:stream'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import { gatherChanges } from '@pas/email-clients/effects/changes-of-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import { offeredOption } from '@pas/email-clients/offered-option'
import { documentText } from '@pas/email-clients/engine/document-text'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { dataUrlsOf, readEmailFile, UnusableEmailError } from '@pas/messages/read-email-file'
import { didYouMean } from '@pas/runtime/did-you-mean'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { renderAnswer, withoutControls } from '../pas/render-answer'
import { checkFiles, exitStatus, type CheckOptions, type Surroundings } from './check-files'
import { expandFiles } from './expand-files'

interface Options extends CheckOptions {
  client: string[]
  orientation: string
  images: string
  changes?: true
  check?: true
  list?: true
}

/** bin/pas-emulate starts a command of the render worker for `--png`. */
const helpAfter = `
With --png FILE --client CODE the picture is drawn instead, into FILE ('-': standard output), by this machine's Chromium
or as text. Nothing is fetched.

Status: 0 done, 1 findings, 2 wrong usage, 3 a file or picture that could not be read or drawn.`

export async function runPasEmulate(
  args: readonly string[],
  { standardInput, writeOut, writeError, paint }: Surroundings,
): Promise<number> {
  const tell = (sentence: string): void =>
    writeError(`pas-emulate: ${withoutControls(sentence.trim().replace(/(?<!\s)\s*\n\s*/g, ' '))}\n`)
  let status = 0
  const program = new Command('pas-emulate')
    .description('what an email client makes of an email, as HTML (as text for clients that show text)')
    .argument(
      '[files...]',
      "HTML in UTF-8, or a whole message when its name ends in .eml; '-' for standard input; with --check several, and globs",
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
    .option('--check', 'what is wrong with the emails, where and for whom; status 1 if there is an error')
    .addOption(
      new Option('--fail-on <severity>', 'with --check: what makes the status 1')
        .choices(['error', 'warning', 'never'])
        .default('error'),
    )
    .option('--max-warnings <count>', 'with --check: the status is 1 also with more warnings', wholeNumber)
    .option('--list', 'the email clients there are')
    .option('--json', 'with --changes, --check or --list: as JSON')
    .option('--sarif', 'with --check: as SARIF 2.1.0')
    .addHelpText('after', helpAfter)
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => undefined })
    .action(async (files: string[], options: Options) => {
      if (options.list) writeOut(listEmailClients(options))
      else if (options.check) {
        const codes = options.client.length > 0 ? options.client : popularEmailClients
        const chosen = {
          emailClients: codes.map((code) => requireEmailClient(program, code)),
          files: await expandFiles(requireFiles(program, files), (pattern) =>
            program.error(`no file is called '${pattern}'`),
          ),
        }
        const isOne = files.length === 1 && chosen.files[0] === files[0]
        const surroundings = { standardInput, writeOut, writeError: tell, paint }
        status = await checkFiles({ ...chosen, isOne }, options, surroundings)
      } else writeOut(await emulateFile(program, files, options, standardInput))
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    tell(failureText(error))
    return error instanceof CommanderError ? exitStatus.usage : exitStatus.notDone
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
  files: readonly string[],
  options: Options,
  standardInput: Readable,
): Promise<string> {
  const [file = '', ...more] = requireFiles(program, files)
  if (more.length > 0) program.error('too many files: only --check takes several')
  const [code, ...others] = options.client
  if (code === undefined || others.length > 0)
    return program.error('which email client? Give --client CODE, once')
  const emailClient = requireEmailClient(program, code)
  const refuse = (sentence: string): never => program.error(sentence)
  const orientation = offeredOption(emailClient, 'orientation', options.orientation, refuse)
  const images = offeredOption(emailClient, 'images', options.images, refuse)
  const { content, parts } = await readEmailFile(file, standardInput)
  const partUrls = dataUrlsOf(parts)
  // Addresses on the web stay, so that a browser that opens the HTML loads them. A `cid:` that names no part of the
  // message cannot load.
  const assetUrl = (url: string): string | null => partUrls.get(url) ?? (url.startsWith('cid:') ? null : url)
  const { document, changes } = emulate(emailClient, content, { orientation, images, assetUrl })
  if (!options.changes) return `${documentText(document)}\n`
  const configurations = [{ emailClient, orientation, images }] as const
  const rows = gatherChanges([{ changes, configurations }]).map(
    ({ change: { effect, instead, ...change } }) => ({
      ...{ ...change, source_url: findSourceUrl(change.source), effect, instead },
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

const codes = emailClients.map(({ code }) => code)

const requireEmailClient = (program: Command, code: string): EmailClient =>
  findEmailClient(code) ??
  program.error(
    `there is no email client '${code}'; --list tells the codes.${didYouMean(code, codes, (known) => findEmailClient(known)?.name)}`,
  )

const requireFiles = (program: Command, files: readonly string[]): readonly string[] =>
  files.length > 0 ? files : program.error("which email? Give a file, or '-' for standard input")

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

function failureText(error: unknown): string {
  if (error instanceof UnusableEmailError) return error.message
  if (error instanceof CommanderError)
    return `${error.message.replace(/^error: /, '')} (see 'pas-emulate --help')`
  return `Unexpected failure: ${error instanceof Error ? error.message : String(error)}`
}
