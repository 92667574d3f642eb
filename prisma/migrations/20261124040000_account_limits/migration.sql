-- Limits of single accounts, in place of the installation's (EMAILS_PER_MINUTE, CAPTURES_PER_HOUR, CAPTURES_WAITING).
-- A column without a value, or no row at all: the installation's limit applies.

-- CreateTable
CREATE TABLE "account_limits" (
    "account_id" INTEGER NOT NULL,
    "emails_per_minute" INTEGER,
    "captures_per_hour" INTEGER,
    "captures_waiting" INTEGER,

    CONSTRAINT "account_limits_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "account_limits" ADD CONSTRAINT "account_limits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- To shut an account out it is disabled, and not given a limit of 0.
ALTER TABLE "account_limits"
  ADD CONSTRAINT "account_limits_emails_per_minute_check" CHECK ("emails_per_minute" >= 1),
  ADD CONSTRAINT "account_limits_captures_per_hour_check" CHECK ("captures_per_hour" >= 1),
  ADD CONSTRAINT "account_limits_captures_waiting_check" CHECK ("captures_waiting" >= 1);
