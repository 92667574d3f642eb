-- The language in which the owner of a second factor is written to; null until the first code that this release accepts.
ALTER TABLE "second_factors" ADD COLUMN "language" TEXT;

-- Mails that warn a user of wrong codes, at most one for each user (packages/accounts/src/wrong-codes-mails.ts).

-- CreateTable
CREATE TABLE "wrong_codes_mails" (
    "user_id" INTEGER NOT NULL,
    "wrong_codes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_due_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "wrong_codes_mails_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "wrong_codes_mails_expires_at_idx" ON "wrong_codes_mails"("expires_at");

-- CreateIndex
CREATE INDEX "wrong_codes_mails_mail_due_at_idx" ON "wrong_codes_mails"("mail_due_at");

-- AddForeignKey
ALTER TABLE "wrong_codes_mails" ADD CONSTRAINT "wrong_codes_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
