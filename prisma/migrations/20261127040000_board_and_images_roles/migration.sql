-- What the board and the image service may do with the database, which strangers reach. As for workers (20261122040000_worker_role): roles
-- belong to the whole server, and another database's migration, or the operator (infra/postgres/make-role.sql), may have made them already.
DO $$
DECLARE
  wanted TEXT;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['pas_board', 'pas_images'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      END IF;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN
        NULL; -- Made at the same moment.
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'There is no role %, and % may make none: have a superuser type CREATE ROLE % LOGIN PASSWORD ''…'', then migrate again.', wanted, current_user, wanted
          USING ERRCODE = 'insufficient_privilege';
    END;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA "public" TO "pas_board", "pas_images";

-- Its own sessions. That a user exists is checked by the foreign key, which needs no right.
GRANT SELECT, INSERT, DELETE ON "board_sessions" TO "pas_board";
GRANT UPDATE ("tokens", "access_expires_at", "refreshes", "refreshing_until", "expires_at") ON "board_sessions" TO "pas_board";

-- To find a picture by its token, and to have one drawn again that is missing in storage.
GRANT SELECT ("id", "expires_at", "content_erased_at") ON "emails" TO "pas_images";
GRANT SELECT ("id", "email_id", "account_id", "image_token", "status", "attempt", "captured_at"),
      UPDATE ("status", "deadline_at", "captured_at", "width", "height", "truncated", "engine_version", "picture_sha256")
      ON "previews" TO "pas_images";
