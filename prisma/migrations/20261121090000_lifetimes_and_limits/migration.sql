-- DropIndex
DROP INDEX "emails_expires_at_idx";

-- AlterTable: rows that are there already belong to their email's account
ALTER TABLE "previews" ADD COLUMN     "account_id" INTEGER;
UPDATE "previews" SET "account_id" = "emails"."account_id" FROM "emails" WHERE "emails"."id" = "previews"."email_id";
ALTER TABLE "previews" ALTER COLUMN "account_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "removed_usage" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "end_user_id" TEXT NOT NULL,
    "emails" INTEGER NOT NULL,
    "captures" INTEGER NOT NULL,

    CONSTRAINT "removed_usage_pkey" PRIMARY KEY ("account_id","day","end_user_id")
);

-- CreateIndex
CREATE INDEX "emails_content_erased_at_expires_at_idx" ON "emails"("content_erased_at", "expires_at");

-- CreateIndex
CREATE INDEX "previews_account_id_status_idx" ON "previews"("account_id", "status");

-- AddForeignKey
ALTER TABLE "removed_usage" ADD CONSTRAINT "removed_usage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
