import { Prisma } from '@pas/db/database'

/**
 * The SQL condition that a column `actor_user_id` is null, or names a user who is not disabled, nor is their account. It
 * ends what a user got while acting for another (`/switch`) as soon as that user is marked as disabled.
 */
export const hasActiveActor = (actorUserId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (${actorUserId} IS NULL
   OR EXISTS (SELECT FROM users actor JOIN accounts actors ON actors.id = actor.account_id
               WHERE actor.id = ${actorUserId} AND actor.disabled_at IS NULL AND actors.disabled_at IS NULL))`
