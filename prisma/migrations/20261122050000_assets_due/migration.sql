-- AlterTable: emails that are there already have all their assets
ALTER TABLE "emails" ADD COLUMN     "assets_due_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "emails_assets_due_at_idx" ON "emails"("assets_due_at");
