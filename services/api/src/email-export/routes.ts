import { pipeline } from 'node:stream/promises'
import { languageOf } from '@pas/pages/languages'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import { ZipFile } from 'yazl'
import {
  authenticate,
  callerOf,
  isCredentialRefused,
  type AuthenticationDeps,
} from '../authentication/authenticate'
import { parseEmailGuid } from '../previews/schema'
import { parseEmailClientCodes } from '../progress/schema'
import { readExportableEmail, readExportedSource } from './read-exportable-email'
import { writeExport } from './write-export'

type ExportParts = AuthenticationDeps & Parameters<typeof writeExport>[0]

/** Timeout for a caller that reads no byte, as for a picture. */
const idleTimeoutMs = 60_000
const retryAfterSeconds = '10'

/**
 * One export at a time for each account in a process: each occupies storage until the caller has read it. The
 * credential is checked again every `exportCheckMs`.
 */
export function exportRoutes(deps: ExportParts, exportCheckMs: number): Router {
  const router = Router()
  const exporting = new Set<number>()
  router
    .route('/emails/:emailGuid/export.zip')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const emailClients = parseEmailClientCodes(req.query)
      const { accountId } = callerOf(res).principal
      const isHead = req.method === 'HEAD'
      if (!isHead && exporting.has(accountId))
        throw new ApiError(
          'too_many_requests',
          'Another export of this account is under way; one at a time.',
          {
            headers: { 'Retry-After': retryAfterSeconds },
          },
        )
      if (!isHead) exporting.add(accountId)
      try {
        const exportable = await readExportableEmail(deps, accountId, emailGuid, emailClients)
        // Any number of HEAD requests may be under way, so they have no email in memory.
        const source = isHead ? null : await readExportedSource(deps, accountId, emailGuid)
        if (isHungUp(res)) return
        res.setHeader('Cache-Control', 'no-store')
        res.setHeader('Content-Type', 'application/zip')
        res.setHeader('Content-Disposition', `attachment; filename="email-${emailGuid}.zip"`)
        if (isHead) res.end()
        else await sendExport(deps, req, res, { ...exportable, source }, exportCheckMs)
      } finally {
        if (!isHead) exporting.delete(accountId)
      }
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function sendExport(
  deps: ExportParts,
  req: Request,
  res: Response,
  exported: Parameters<typeof writeExport>[2],
  exportCheckMs: number,
): Promise<void> {
  const zip = new ZipFile()
  const failed = new AbortController()
  zip.on('error', (error) => failed.abort(error))
  res.setTimeout(idleTimeoutMs, () => res.destroy())
  // The right to an export ends with its credential.
  const checks = setInterval(() => {
    void isCredentialRefused(deps, req).then((isRefused) => isRefused && res.destroy())
  }, exportCheckMs)
  try {
    const signal = AbortSignal.any([hungUpSignal(res), failed.signal])
    const writing = writeExport(deps, zip, exported, languageOf(req), signal).catch((error: unknown) => {
      failed.abort(error)
    })
    // A caller that hangs up ends the pipeline, and a failure cuts the file off: its end is then missing.
    await pipeline(zip.outputStream, res, { signal: failed.signal }).catch((error: unknown) => {
      if (!isHungUp(res)) throw failed.signal.reason ?? error
    })
    await writing
  } finally {
    clearInterval(checks)
  }
}
