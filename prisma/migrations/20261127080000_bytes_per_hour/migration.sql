-- An account's own limit of the bytes of emails that it stores in an hour, in place of EMAIL_BYTES_PER_HOUR.

-- AlterTable
ALTER TABLE "account_limits" ADD COLUMN     "email_bytes_per_hour" BIGINT;

ALTER TABLE "account_limits"
  ADD CONSTRAINT "account_limits_email_bytes_per_hour_check" CHECK ("email_bytes_per_hour" >= 1);
