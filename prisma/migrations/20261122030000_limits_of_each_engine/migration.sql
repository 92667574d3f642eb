-- AlterTable: the default is for api processes of the release before, which make rows without it while they are replaced
ALTER TABLE "previews" ADD COLUMN     "asked_by_owner" BOOLEAN NOT NULL DEFAULT true;

-- CreateIndex
CREATE INDEX "previews_account_id_engine_status_idx" ON "previews"("account_id", "engine", "status");

-- DropIndex
DROP INDEX "previews_account_id_status_idx";
