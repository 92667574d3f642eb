import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { ApiEmail, ApiFinding, ApiPreview, ApiSource } from '../api/schema'
import type { CountBytes } from '../api/send-request'
import { whileKept } from '../api/while-kept'
import { findingsOf, isMendable } from '../checks/check-kinds'
import { allChecks, checksOfUpload } from '../checks/checks-to-ask'
import { beginChecks, readChecks } from '../checks/read-checks'
import { emailPath, pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { uploadVersion } from '../email/upload-version'
import {
  asFormProblems,
  FormProblem,
  maxShownLength,
  readEmailContent,
  textShownAgain,
} from '../home/email-form'
import { signedInOf } from '../sessions/session-cookie'
import { withQuery } from '../with-query'
import { applyFixes, type Mended } from './apply-fixes'
import { sendRedrawPage } from './redraw-page'

const redrawQuery = z.object({
  /** Where the field opens. */
  line: z.coerce.number().int().positive().optional(),
  /** The fixes that are made in the field: `all`, or the fingerprint of a finding. */
  mend: singleText.max(64).optional(),
})

const findingsQuery = z.object({ all: z.literal('1').optional(), mend: singleText.max(64).optional() })

const redrawForm = z.object({ source: singleText.default(''), subject: singleText.max(998).default('') })

export function redrawRoutes(deps: PageDeps): Router {
  const router = Router()
  router
    .route('/emails/:guid/redraw')
    .all(deps.signedIn)
    .get(deps.countSource((req, res, hold) => showField(deps, req, res, hold)))
    .post(
      deps.countSource(async (req, res, hold) => {
        const { api } = signedInOf(res)
        const { email, source: earlier, previews } = await readEarlierVersion(req, res, hold)
        const { source, subject } = parseInput(redrawForm, req.body)
        const file = res.locals.uploadedFile
        try {
          const content = isOnlyText(earlier, source)
            ? { plain_text: source }
            : readEmailContent({ source }, file)
          const guid = await asFormProblems(() =>
            uploadVersion(
              api,
              {
                ...content,
                // A whole message has its own subject, text part and sender.
                ...(!('raw_source' in content) && {
                  ...(subject !== '' && { subject }),
                  ...(!('plain_text' in content) &&
                    earlier?.plain_text != null && { plain_text: earlier.plain_text }),
                  ...(earlier?.from_address != null && { from_address: earlier.from_address }),
                  ...(earlier?.from_display_name != null && { from_display_name: earlier.from_display_name }),
                }),
                ...(email.reference !== null && { reference: email.reference }),
                revision_of: email.email_guid,
              },
              previews,
              hungUpSignal(res),
            ),
          )
          beginChecks(api, guid, previews)
          res.redirect(303, emailPath(guid))
        } catch (error) {
          if (!(error instanceof FormProblem)) throw error
          sendRedrawPage(res, {
            email,
            source: textShownAgain(source, file),
            isTooLong: isTooLong(earlier),
            subject,
            previewCount: previews.length,
            problem: error,
          })
        }
      }),
    )
  router.get('/emails/:guid/source-findings', deps.signedIn, async (req, res) => {
    const { all, mend } = parseInput(findingsQuery, req.query)
    const { checks } = await readChecks(deps, req, res, {
      only: all === undefined ? checksOfUpload : allChecks,
    })
    if (isHungUp(res)) return
    const isLeft = (finding: ApiFinding): boolean =>
      !(isMendable(finding) && (mend === 'all' || mend === finding.fingerprint))
    res.json(
      findingsOf(checks)
        .filter(isLeft)
        .flatMap(mend === undefined ? findingInSource : findingInLine),
    )
  })
  return router
}

async function showField(deps: PageDeps, req: Request, res: Response, hold: CountBytes): Promise<void> {
  const { line, mend } = parseInput(redrawQuery, req.query)
  const { email, source, previews } = await readEarlierVersion(req, res, hold)
  const mended = mend !== undefined && source ? await mendSource(deps, req, res, source, mend) : null
  // Who comes from the checks' page has begun all checks; others begin none that asks other servers.
  const fromChecks = line !== undefined || mend !== undefined
  sendRedrawPage(res, {
    email,
    source: mended?.source ?? (source && (source.html_text ?? source.plain_text ?? '')),
    isTooLong: isTooLong(source),
    subject: source?.subject ?? email.subject ?? '',
    previewCount: previews.length,
    problem: null,
    line: line ?? mended?.edits[0]?.line,
    edits: mended?.edits ?? null,
    findingsPath: withQuery(`${emailPath(email.email_guid)}/source-findings`, {
      all: fromChecks ? '1' : undefined,
      mend,
    }),
  })
}

async function mendSource(
  deps: PageDeps,
  req: Request,
  res: Response,
  source: ApiSource,
  mend: string,
): Promise<Mended> {
  const { checks } = await readChecks(deps, req, res, { only: allChecks })
  const findings = findingsOf(checks)
  const chosen = findings.filter(({ fingerprint }) => mend === 'all' || fingerprint === mend)
  return applyFixes(source.html_text ?? '', source.html_text === null ? [] : chosen)
}

/** At each of its places; nothing for what has no place in the HTML. */
function findingInSource({ where, places, severity, description, what }: ApiFinding) {
  if (where?.part !== 'html') return []
  const { line, column, end_line, end_column } = where
  const others = places.filter((place) => place.line !== line || place.column !== column)
  // The API says of further places only where they begin.
  const open = others.map((place) => ({ ...place, end_line: place.line, end_column: null }))
  return [{ line, column, end_line, end_column }, ...open].map((at) => ({
    ...at,
    severity,
    text: `${what}: ${description}`,
  }))
}

/** What was mended before it in its line has moved it. */
const findingInLine = (finding: ApiFinding) =>
  uniqueLines(findingInSource(finding)).map((found) => ({
    ...found,
    column: 1,
    end_line: found.line,
    end_column: Number.MAX_SAFE_INTEGER,
  }))

const uniqueLines = <Found extends { line: number }>(found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [one.line, one])).values(),
]

const isTooLong = (source: ApiSource | null): boolean =>
  (source?.html_text ?? source?.plain_text ?? '').length > maxShownLength

/** An email of text alone stays one, unless HTML was typed. */
const isOnlyText = (earlier: ApiSource | null, source: string): boolean =>
  earlier !== null && earlier.html_text === null && source.trim() !== '' && !/<[a-z!]/i.test(source)

async function readEarlierVersion(
  req: Request,
  res: Response,
  hold: CountBytes,
): Promise<{ email: ApiEmail; source: ApiSource | null; previews: ApiPreview[] }> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  const [email, source, { previews }] = await Promise.all([
    api.getEmail(guid),
    whileKept(api.source(guid, hold)),
    api.listPreviews(guid),
  ])
  return { email, source, previews }
}
