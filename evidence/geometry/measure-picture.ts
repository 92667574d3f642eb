import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { getEmailClient } from './draw-emails'
import { extractGeometry } from './extract/extract-geometry'
import { factsFolder, writeFacts, type Facts } from './facts'
import { readPicture } from './read-picture'

/** `npm run geometry -- measure PICTURE`, as typed. */
export interface MeasurePictureOptions {
  /** `emails/<email>.html`. */
  email?: string[]
  /** Of our email client with which to compare. */
  code?: string[]
  /**
   * The message: `left,top,right,bottom` in CSS pixels; a right or bottom of 0 or less counts from the picture's edge.
   * The whole picture by default.
   */
  pane?: string
  /** Device pixels per CSS pixel; 1 by default. */
  density?: string
  /** `owner/repository@commit:path`. */
  source?: string
  /** When the picture was published, `YYYY-MM-DD`. */
  date?: string
  /** Of the facts file; the picture's own by default. */
  name?: string
  note?: string
  'taken-in'?: string
  part?: boolean
  fluid?: boolean
  'other-font'?: boolean
}

/** Writes a facts file and returns its path; the picture is not kept. Throws when a required option is missing. */
export async function measurePicture(
  picture: string,
  options: MeasurePictureOptions,
  folder = factsFolder,
): Promise<string> {
  const [email, code] = [options.email?.[0], options.code?.[0]?.toUpperCase()]
  const [, repository, commit, sourcePath] = /^([^@]+)@([0-9a-f]+):(.+)$/.exec(options.source ?? '') ?? []
  if (
    email === undefined ||
    code === undefined ||
    options.date === undefined ||
    !repository ||
    !commit ||
    !sourcePath
  ) {
    throw new Error(
      'measure PICTURE --email NAME --code CODE --source OWNER/REPOSITORY@COMMIT:PATH --date YYYY-MM-DD [--pane LEFT,TOP,RIGHT,BOTTOM] [--density N] [--part] [--fluid] [--other-font]',
    )
  }
  getEmailClient(code)
  const deviceScaleFactor = Number(options.density ?? 1)
  const [left = 0, top = 0, right = 0, bottom = 0] = (options.pane ?? '').split(',').map(Number)
  const pane = [left, top, right, bottom] as const
  const { width, height } = await sharp(picture).metadata()
  const facts: Facts = {
    name: options.name ?? path.basename(picture, path.extname(picture)),
    email,
    emailClient: code,
    ...(options['taken-in'] === undefined ? {} : { takenIn: options['taken-in'] }),
    source: { repository, commit, path: sourcePath, date: options.date },
    picture: { width, height, deviceScaleFactor },
    pane: [...pane],
    ...(options.part ? { isPart: true } : {}),
    ...(options.fluid ? { isFluid: true } : {}),
    ...(options['other-font'] ? { hasOtherFont: true } : {}),
    ...(options.note === undefined ? {} : { note: options.note }),
    geometry: extractGeometry(await readPicture(picture, { deviceScaleFactor, pane })),
  }
  const file = path.join(folder, email, `${facts.name}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, writeFacts(facts))
  return file
}
