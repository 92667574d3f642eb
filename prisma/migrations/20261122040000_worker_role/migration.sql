-- What a worker may do with the database: claim and record captures. Roles belong to the whole server: another database's migration, or the
-- operator (infra/postgres/make-role.sql), may have made this one already, with a password or without.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pas_worker') THEN
    CREATE ROLE "pas_worker" NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    NULL; -- Made at the same moment.
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'There is no role pas_worker, and % may make none: have a superuser type CREATE ROLE pas_worker LOGIN PASSWORD ''…'', then migrate again.', current_user
      USING ERRCODE = 'insufficient_privilege';
END
$$;

GRANT USAGE ON SCHEMA "public" TO "pas_worker";
GRANT SELECT ("id", "content_erased_at") ON "emails" TO "pas_worker";
GRANT SELECT ("id", "email_id", "email_client", "orientation", "images", "image_token", "status", "attempt", "deadline_at"),
      UPDATE ("status", "attempt", "deadline_at", "captured_at", "width", "height", "truncated", "engine_version", "failure", "failed_at")
      ON "previews" TO "pas_worker";
