-- The image's entrypoint runs this once, as the superuser, when the volume is new. It makes the role of the services,
-- which owns its database and has no rights beyond it, and the role of the workers, which has the rights that
-- migrations grant.
\getenv password SERVICES_PASSWORD
\getenv worker_password WORKERS_PASSWORD
CREATE ROLE pas LOGIN PASSWORD :'password';
CREATE ROLE pas_worker LOGIN PASSWORD :'worker_password';
CREATE DATABASE pas OWNER pas;
