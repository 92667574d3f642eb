-- Why a check failed, for the operator.
ALTER TABLE "email_checks" ADD COLUMN "failure" TEXT;
GRANT UPDATE ("failure") ON "email_checks" TO "pas_worker";
