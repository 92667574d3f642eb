import { Prisma } from '@pas/db/database'
import { hasExpiredAt } from '@pas/emails/email-rows'
import { lateCaptureGraceMs, maxContentHoldMs } from './lifetimes'

export const hasPreview = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id)`

export const hasPicture = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id AND p.captured_at IS NOT NULL)`

/**
 * Whether captures still need an expired email: pending ones for `lateCaptureGraceMs`, running attempts until their
 * deadline, at most `maxContentHoldMs`.
 */
export const needsContent = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM previews p
   WHERE p.email_id = e.id AND p.status IN ('pending', 'capturing')
     AND (NOT ${hasExpiredAt(new Date(now.getTime() - lateCaptureGraceMs))}
          OR (p.deadline_at > ${now} AND NOT ${hasExpiredAt(new Date(now.getTime() - maxContentHoldMs))})))`
