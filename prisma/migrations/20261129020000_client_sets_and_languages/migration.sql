-- Choices of email clients that a user has named. Auth allows 20 a user (packages/accounts/src/email-client-sets.ts).
CREATE TABLE "email_client_sets" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email_clients" TEXT[] NOT NULL,
    CONSTRAINT "email_client_sets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "email_client_sets_name" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "email_client_sets_email_clients" CHECK (cardinality("email_clients") BETWEEN 1 AND 1000)
);
CREATE UNIQUE INDEX "email_client_sets_user_id_name_key" ON "email_client_sets"("user_id", "name");
ALTER TABLE "email_client_sets" ADD CONSTRAINT "email_client_sets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The language that the user chose for pages and mails. Null: the browser's. No CHECK: a later release may have more languages.
ALTER TABLE "users" ADD COLUMN "language" TEXT;
