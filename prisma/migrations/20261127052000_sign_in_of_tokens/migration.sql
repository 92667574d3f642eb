-- Which sign-in in a browser a session goes back to, and with it the codes and tokens that were issued in it, so that signing out also
-- ends what the operator's own applications, such as the board, got in that browser. A switch to another user keeps the sign-in.
ALTER TABLE "sessions" ADD COLUMN "sign_in_id" UUID NOT NULL DEFAULT gen_random_uuid();

-- Null for what was issued before this migration.
ALTER TABLE "authorization_codes" ADD COLUMN "sign_in_id" UUID;
ALTER TABLE "token_families" ADD COLUMN "sign_in_id" UUID;
