import { Prisma } from '@pas/db/database'
import { hasExpiredAt } from '@pas/emails/email-rows'
import { lateCaptureGraceMs, maxContentHoldMs } from './lifetimes'

/** SQL condition for retention's statements on `emails e`: the email has a preview. */
export const hasPreview = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id)`

/** SQL condition for a statement on `emails e`: a preview of the email has its picture. */
export const hasPicture = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id AND p.captured_at IS NOT NULL)`

/**
 * SQL condition for a statement on `emails e`, for emails that take no new captures: a capture still needs the email's
 * content. A pending capture needs it for `lateCaptureGraceMs`, a running attempt until its deadline but for
 * `maxContentHoldMs` at most.
 */
export const needsContent = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM previews p
   WHERE p.email_id = e.id AND p.status IN ('pending', 'capturing')
     AND (NOT ${hasExpiredAt(new Date(now.getTime() - lateCaptureGraceMs))}
          OR (p.deadline_at > ${now} AND NOT ${hasExpiredAt(new Date(now.getTime() - maxContentHoldMs))})))`
