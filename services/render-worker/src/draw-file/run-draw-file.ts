import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import { offeredOption } from '@pas/email-clients/offered-option'
import { UnusableEmailError } from '@pas/messages/read-email-file'
import { didYouMean } from '@pas/runtime/did-you-mean'
import { ConfigError } from '@pas/settings/parse-config'
import { EngineStartError } from '../engines/engine-start-error'
import { CaptureError } from '../errors'
import { drawEmailFile, isDrawnHere, type FileToDraw } from './draw-email-file'

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  standardInput: Readable
  writeOut: (png: Buffer) => void
  writeError: (text: string) => void
}

class UsageError extends Error {}

const refuse = (sentence: string): never => {
  throw new UsageError(sentence)
}

const status = { usage: 2, notDone: 3 } as const

/** `bin/pas-emulate --png`. Resolves to the exit status, which is as for its other uses. */
export async function runDrawFile(
  args: readonly string[],
  { env, standardInput, writeOut, writeError }: Surroundings,
): Promise<number> {
  const tell = (sentence: string): void =>
    writeError(`pas-emulate: ${sentence.replaceAll('\n', ' ').replaceAll(/\p{Cc}/gu, '?')}\n`)
  try {
    const { png, ...wanted } = readArguments(args)
    const { picture, lost } = await drawEmailFile(wanted, env, standardInput)
    if (png === '-') writeOut(picture.png)
    else await writePicture(png, picture.png)
    if (lost > 0)
      tell(`${lost} ${lost === 1 ? 'address is' : 'addresses are'} not loaded: nothing is fetched.`)
    if (picture.truncated) tell('the picture is cut: the email is longer or wider than a picture can be.')
    if (env.FONTCONFIG_FILE === undefined)
      tell("drawn with this machine's own fonts; 'npm start' brings those of the previews.")
    return 0
  } catch (error) {
    tell(sentenceOf(error))
    return error instanceof UsageError ? status.usage : status.notDone
  }
}

function readArguments(args: readonly string[]): FileToDraw & { png: string } {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('which email? Give one file with --png')
  const [code, ...others] = values.client
  if (code === undefined || others.length > 0)
    throw new UsageError('which email client? Give --client CODE, once')
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new UsageError(`there is no email client '${code}'.${similarCodes(code)}`)
  if (!isDrawnHere(emailClient))
    throw new UsageError(
      `${emailClient.code} is drawn by the engine '${emailClient.engine}', and --png draws with chromium or as text only: ask a running stack for its preview`,
    )
  const orientation = offeredOption(emailClient, 'orientation', values.orientation, refuse)
  return {
    file,
    png: values.png,
    emailClient,
    orientation,
    images: offeredOption(emailClient, 'images', values.images, refuse),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        client: { type: 'string', multiple: true, default: [] },
        png: { type: 'string', default: '-' },
        orientation: { type: 'string', default: 'vertical' },
        images: { type: 'string', default: 'allowed' },
      },
    })
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message} (with --png: --client, --orientation and --images only)`,
    )
  }
}

const similarCodes = (code: string): string =>
  didYouMean(
    code,
    emailClients.map((known) => known.code),
    (known) => findEmailClient(known)?.name,
  )

async function writePicture(file: string, png: Buffer): Promise<void> {
  await writeFile(file, png).catch((error: unknown) => {
    throw new UnusableEmailError(`${file} cannot be written: ${(error as Error).message}.`)
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} (see 'pas-emulate --help')`
  if (error instanceof CaptureError) return `the email could not be drawn: ${error.message} (${error.kind}).`
  if (
    error instanceof UnusableEmailError ||
    error instanceof EngineStartError ||
    error instanceof ConfigError
  )
    return error.message
  return `Unexpected failure: ${error instanceof Error ? error.message : String(error)}`
}
