-- AlterTable: the part of `captures` that callers without a credential requested first. The default is for rows of removals
-- before this migration, and for processes of the release before, which add rows without it while they are replaced.
ALTER TABLE "removed_usage" ADD COLUMN     "captures_without_credential" INTEGER NOT NULL DEFAULT 0;
