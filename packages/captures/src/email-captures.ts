import { Prisma } from '@pas/db/database'
import { lateCaptureGraceMs, maxContentHoldMs } from './lifetimes'

/** In SQL, in a statement on `emails e`: whether the email has a preview. */
export const hasPreview = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id)`

/** In SQL, in a statement on `emails e`: whether a preview of the email has its picture. */
export const hasPicture = Prisma.sql`EXISTS (SELECT FROM previews p WHERE p.email_id = e.id AND p.captured_at IS NOT NULL)`

/**
 * In SQL, in a statement on `emails e` that take no new captures: whether a capture still needs the email's content. A pending one does
 * during the grace, an attempt under way until its deadline.
 */
export const needsContent = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM previews p
   WHERE p.email_id = e.id AND p.status IN ('pending', 'capturing')
     AND (e.expires_at > ${new Date(now.getTime() - lateCaptureGraceMs)}
          OR (p.deadline_at > ${now} AND e.expires_at > ${new Date(now.getTime() - maxContentHoldMs)})))`
